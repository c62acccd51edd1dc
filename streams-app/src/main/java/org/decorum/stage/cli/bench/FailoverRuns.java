package org.decorum.stage.cli.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.decorum.stage.bench.Arrivals;
import org.decorum.stage.chaos.process.Fleet;
import org.decorum.stage.chaos.process.Member;

/** Kills and restarts the stages of a world, and sees how long their origins stood still. */
final class FailoverRuns {

    private static final Duration MOVE_MAX = Duration.ofSeconds(120);

    /** A restarted instance gets tasks back when it has caught up, and somebody looks whether it has. */
    private static final Duration BALANCE_MAX = Duration.ofSeconds(240);

    private static final Duration CLOSE_MAX = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final long FEED_SECONDS = 300;

    private final FailoverWorld world;
    private final int shards;
    private final Consumer<String> progress;

    FailoverRuns(FailoverWorld world, int shards, Consumer<String> progress) {
        this.world = world;
        this.shards = shards;
        this.progress = progress;
    }

    /** Of one restarted instance. */
    record Restart(double worstGapSeconds, double readySeconds, int rebalances) {}

    /** Seconds from the kill to the first release of each task that moved. */
    List<Double> kill(int run) {
        settle();
        int stage = run % world.stages().size();
        List<Integer> moved = world.owned(stage);
        Member victim = world.stages().get(stage).member();
        progress.accept("kill " + (run + 1) + ": " + victim.name() + " with tasks " + moved);
        long killedMicros = StandInFetcher.nowMicros();
        victim.kill();
        long deadMicros = StandInFetcher.nowMicros();
        Arrivals arrivals = world.arrivals();
        world.await(
                MOVE_MAX,
                () -> moved.stream()
                        .allMatch(shard ->
                                arrivals.firstDecidedAfter(shard, deadMicros).isPresent()),
                () -> "no release of all of " + moved + " since the kill");
        List<Double> seconds = moved.stream()
                .map(shard -> arrivals.firstDecidedAfter(shard, deadMicros))
                .flatMapToLong(OptionalLong::stream)
                .mapToObj(micros -> seconds(micros - killedMicros))
                .toList();
        victim.start();
        world.awaitReady(world.stages().get(stage));
        return seconds;
    }

    /** Stops each in order and starts it again; the next one follows when the tasks are shared out again. */
    List<Restart> restartInTurn() {
        List<Restart> restarts = new ArrayList<>();
        for (int stage = 0; stage < world.stages().size(); stage++) {
            settle();
            Fleet.Stage restarted = world.stages().get(stage);
            int other = (stage + 1) % world.stages().size();
            progress.accept("restart of " + restarted.member().name());
            int before = world.rebalances(other).orElse(0);
            long fromMicros = StandInFetcher.nowMicros();
            restarted.member().stop(CLOSE_MAX);
            restarted.member().start();
            world.awaitReady(restarted);
            double readySeconds = seconds(StandInFetcher.nowMicros() - fromMicros);
            world.awaitBalance(BALANCE_MAX);
            LockSupport.parkNanos(QUIET.toNanos());
            long toMicros = StandInFetcher.nowMicros();
            double worst = IntStream.range(0, shards)
                    .mapToDouble(shard -> seconds(world.arrivals().longestGapMicros(shard, fromMicros, toMicros)))
                    .max()
                    .orElse(0);
            restarts.add(
                    new Restart(worst, readySeconds, world.rebalances(other).orElse(0) - before));
        }
        return restarts;
    }

    /** Tasks on both instances, standbys that have caught up, and releases of every task. */
    private void settle() {
        progress.accept("waiting until both instances have origins");
        world.feed(FEED_SECONDS);
        world.awaitBalance(BALANCE_MAX);
        world.awaitStandbys(BALANCE_MAX);
        long now = StandInFetcher.nowMicros();
        world.await(
                MOVE_MAX,
                () -> IntStream.range(0, shards)
                        .allMatch(shard ->
                                world.arrivals().firstDecidedAfter(shard, now).isPresent()),
                () -> "not every task releases");
    }

    private static double seconds(long micros) {
        return micros / (double) TimeUnit.SECONDS.toMicros(1);
    }
}
