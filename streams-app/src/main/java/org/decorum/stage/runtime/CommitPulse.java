package org.decorum.stage.runtime;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Whether what the stream threads do gets through to Kafka. Kafka Streams is RUNNING also while no broker answers; but a
 * thread with tasks commits many times a second, and a commit needs all that its work needs: the group's and the
 * transaction's coordinator, and the leader of each partition that was written. So a thread that has not committed for a
 * while is stuck, whatever the reason. Where nothing was read or written, a commit asks nobody, and counts all the same;
 * so each thread must also have sent a heartbeat to its group lately, which it does not without an answer to the last.
 *
 * <p>One commit does not end a silence: it ends with two looks in a row that each saw new ones, so that a cluster which
 * comes and goes does not make the answer come and go with it.
 */
final class CommitPulse {

    private static final int LOOKS_TO_RECOVER = 2;

    /**
     * What is seen of one stream thread.
     *
     * @param hasTasks whether it runs active tasks
     * @param commits how many so far
     * @param heartbeatAgeSeconds since it last sent one to its group's coordinator; negative when it never did
     */
    record Beat(String thread, boolean hasTasks, double commits, double heartbeatAgeSeconds) {}

    /** Of one thread, over time. */
    private record Track(double commits, long movedNanos, int looks, boolean isSilent) {}

    private final long silenceNanosMax;
    private final double heartbeatAgeSecondsMax;
    private final Map<String, Track> tracks = new HashMap<>();

    private volatile Map<String, String> complaints = Map.of();
    private volatile double ageSeconds;

    /**
     * @param silenceMax between two commits of a thread with tasks
     * @param heartbeatAgeMax of any thread
     */
    CommitPulse(Duration silenceMax, Duration heartbeatAgeMax) {
        this.silenceNanosMax = silenceMax.toNanos();
        this.heartbeatAgeSecondsMax = heartbeatAgeMax.toMillis() / 1e3;
    }

    /** Looks at all threads that there are. Called by one thread, at regular intervals. */
    void look(Collection<Beat> beats, long nowNanos) {
        tracks.keySet().retainAll(beats.stream().map(Beat::thread).toList());
        Map<String, String> found = new TreeMap<>();
        double oldest = 0;
        for (Beat beat : beats) {
            Track track = advance(beat, nowNanos);
            double age = (nowNanos - track.movedNanos) / (double) TimeUnit.SECONDS.toNanos(1);
            oldest = beat.hasTasks() ? Math.max(oldest, age) : oldest;
            if (track.isSilent) {
                found.put(beat.thread(), silence(beat.thread(), age));
            } else if (beat.heartbeatAgeSeconds() < 0 || beat.heartbeatAgeSeconds() > heartbeatAgeSecondsMax) {
                found.put(beat.thread(), beat.thread() + " has no contact with its group: its coordinator is away");
            }
        }
        ageSeconds = oldest;
        complaints = found;
    }

    private Track advance(Beat beat, long nowNanos) {
        Track before = tracks.getOrDefault(beat.thread(), new Track(beat.commits(), nowNanos, 0, false));
        boolean hasMoved = !beat.hasTasks() || beat.commits() != before.commits;
        long movedNanos = hasMoved ? nowNanos : before.movedNanos;
        int looks = hasMoved ? before.looks + 1 : 0;
        boolean isSilent = before.isSilent ? looks < LOOKS_TO_RECOVER : nowNanos - movedNanos > silenceNanosMax;
        Track after = new Track(beat.commits(), movedNanos, looks, isSilent);
        tracks.put(beat.thread(), after);
        return after;
    }

    private String silence(String thread, double ageSeconds) {
        double mostSeconds = silenceNanosMax / (double) TimeUnit.SECONDS.toNanos(1);
        return ageSeconds > mostSeconds
                ? String.format(
                        Locale.ROOT,
                        "%s has not committed for %.0f s (expected: %.0f s at most): Kafka does not answer, or a partition"
                                + " has no leader",
                        thread,
                        ageSeconds,
                        mostSeconds)
                : thread + " begins to commit again";
    }

    /** What was wrong at the last look, one sentence for each thread; empty when nothing was. */
    List<String> complaints() {
        return List.copyOf(complaints.values());
    }

    /** At the last look, of the thread with tasks that has waited longest. */
    double ageSeconds() {
        return ageSeconds;
    }
}
