package org.decorum.stage.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.decorum.stage.chaos.process.Member;
import org.decorum.stage.config.StageConfig;

/**
 * Lets the planned faults happen, each on a thread of its own until it is healed. At most one broker is away at a time,
 * and one stage and one fetcher always stay; a fault that finds nobody to hit waits until there is one.
 */
public final class Injector implements AutoCloseable {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(25);

    /** Time for one that was started to work again before it is said that it did not. */
    static final Duration BACK_WITHIN = Duration.ofSeconds(120);

    private static final long SKEW_MILLIS_MAX = 2_000;

    private final Crew crew;
    private final FaultPlan plan;
    private final Diary diary;
    private final Set<Member> hit = ConcurrentHashMap.newKeySet();
    private final Map<FaultKind, Integer> done = new EnumMap<>(FaultKind.class);
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean closed;
    private final long startNanos = System.nanoTime();

    /** Begins to count the time. */
    public Injector(Crew crew, FaultPlan plan, Diary diary) {
        this.crew = crew;
        this.plan = plan;
        this.diary = diary;
        begin("chaos-faults", this::inject);
        begin("chaos-supervisor", this::supervise);
    }

    private synchronized void begin(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Faults that have happened, by kind. */
    public synchronized Map<FaultKind, Integer> done() {
        return new EnumMap<>(done);
    }

    /** All of them. */
    public synchronized int count() {
        return done.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** No more faults; those that are there are healed. Returns when they are. */
    public void stop() {
        end.countDown();
        List<Thread> all;
        do {
            synchronized (this) {
                all = threads.stream().filter(Thread::isAlive).toList();
            }
            all.stream()
                    .filter(thread -> !thread.getName().equals("chaos-supervisor"))
                    .forEach(Injector::join);
        } while (all.size() > 1);
    }

    private void inject() {
        for (Fault fault : plan.faults()) {
            if (hasEndedBefore(fault.atMillis())) {
                return;
            }
            Optional<Member> target = awaitTarget(fault);
            if (target.isEmpty()) {
                return;
            }
            synchronized (this) {
                done.merge(fault.kind(), 1, Integer::sum);
            }
            begin("chaos-" + fault.kind().word(), () -> apply(fault, target.get()));
        }
    }

    private boolean hasEndedBefore(long atMillis) {
        long waitNanos = TimeUnit.MILLISECONDS.toNanos(atMillis) - (System.nanoTime() - startNanos);
        return waited(Duration.ofNanos(Math.max(0, waitNanos)));
    }

    /** Somebody to hit, marked as being hit; empty when the end comes first. */
    private Optional<Member> awaitTarget(Fault fault) {
        do {
            Optional<Member> target = target(fault);
            if (target.isPresent()) {
                return target;
            }
        } while (!waited(LOOK_AGAIN));
        return Optional.empty();
    }

    private Optional<Member> target(Fault fault) {
        Role role = fault.kind().role();
        List<Member> all = crew.members(role);
        List<Member> steady = all.stream()
                .filter(member -> !hit.contains(member) && member.isReady())
                .toList();
        boolean isBroker = role == Role.BROKER;
        boolean enough = isBroker ? steady.size() == all.size() && crew.isFullyReplicated() : steady.size() > 1;
        if (!enough) {
            return Optional.empty();
        }
        Member target = steady.get(fault.pick() % steady.size());
        hit.add(target);
        return Optional.of(target);
    }

    private void apply(Fault fault, Member target) {
        try {
            switch (fault.kind()) {
                case KILL_STAGE, KILL_FETCHER, KILL_BROKER -> kill(fault, target);
                case RESTART_STAGE, RESTART_FETCHER, RESTART_BROKER -> restart(fault, target);
                case FREEZE_STAGE, FREEZE_FETCHER, FREEZE_BROKER -> freeze(fault, target);
                case CORRUPT_STATE -> corrupt(fault, target);
                case DELETE_STATE -> deleteState(fault, target);
                case SKEW_CLOCK -> skew(fault, target);
                case SCALE_STAGES, SCALE_FETCHERS -> scale(fault, target);
            }
        } catch (RuntimeException failure) {
            if (closed) {
                return;
            }
            diary.trouble(fault.kind().word() + " " + target.name() + " failed: " + failure);
        } finally {
            hit.remove(target);
        }
    }

    private void kill(Fault fault, Member target) {
        tell(fault, target, "killed, back in " + fault.millis() + " ms");
        target.kill();
        waited(Duration.ofMillis(fault.millis()));
        comesBack(target);
    }

    private void restart(Fault fault, Member target) {
        tell(fault, target, "stopped, back in " + fault.millis() + " ms");
        target.stop(CLOSES_WITHIN);
        waited(Duration.ofMillis(fault.millis()));
        comesBack(target);
    }

    private void freeze(Fault fault, Member target) {
        tell(fault, target, "frozen for " + fault.millis() + " ms");
        target.freeze();
        waited(Duration.ofMillis(fault.millis()));
        target.thaw();
        comesBack(target);
    }

    private void corrupt(Fault fault, Member target) {
        SplittableRandom random = new SplittableRandom(fault.seed());
        boolean inOrder = random.nextBoolean();
        if (inOrder) {
            target.stop(CLOSES_WITHIN);
        } else {
            target.kill();
        }
        List<String> spoilt = StateSpoiler.corrupt(Crew.stateOf(target), random);
        tell(fault, target, (inOrder ? "stopped" : "killed") + ", local files: " + String.join("; ", spoilt));
        waited(Duration.ofMillis(fault.millis()));
        comesBack(target);
    }

    private void deleteState(Fault fault, Member target) {
        tell(fault, target, "killed, local state deleted");
        target.kill();
        StateSpoiler.delete(Crew.stateOf(target));
        waited(Duration.ofMillis(fault.millis()));
        comesBack(target);
    }

    private void skew(Fault fault, Member target) {
        long offset = new SplittableRandom(fault.seed()).nextLong(-SKEW_MILLIS_MAX, SKEW_MILLIS_MAX + 1);
        tell(fault, target, "restarted with a clock " + offset + " ms wrong, for " + fault.millis() + " ms");
        target.stop(CLOSES_WITHIN);
        target.launch().set(StageConfig.CLOCK_OFFSET_MS, offset);
        target.start();
        target.awaitReady(BACK_WITHIN);
        waited(Duration.ofMillis(fault.millis()));
        target.stop(CLOSES_WITHIN);
        target.launch().set(StageConfig.CLOCK_OFFSET_MS, 0);
        comesBack(target);
    }

    private void scale(Fault fault, Member target) {
        Role role = fault.kind().role();
        if (crew.hasGrown(role)) {
            diary.scaled(role, false);
            tell(fault, target, "removed");
            target.stop(CLOSES_WITHIN);
            crew.remove(target);
        } else {
            Member added = crew.add(role);
            diary.scaled(role, true);
            tell(fault, added, "added");
            comesBack(added);
        }
    }

    private void comesBack(Member target) {
        target.start();
        long deadlineNanos = System.nanoTime() + BACK_WITHIN.toNanos();
        // One that ends while it starts is started again by the supervisor.
        while (!target.isReady()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                diary.trouble(target.name() + " is not back after " + BACK_WITHIN.toSeconds() + " s; its last words: "
                        + target.lastWords());
                return;
            }
            if (closed) {
                return;
            }
            pause(LOOK_AGAIN);
        }
    }

    private void supervise() {
        while (!closed) {
            for (Member member : crew.members()) {
                String lastWords = member.hasEndedByItself() ? member.lastWords() : "";
                if (!closed && member.restartIfEnded()) {
                    diary.endedByItself(member.name(), lastWords);
                }
            }
            pause(LOOK_AGAIN);
        }
    }

    private void tell(Fault fault, Member target, String what) {
        diary.fault(fault.kind(), target.name() + " " + what);
    }

    /** Waits, unless the end comes; true when it has. */
    private boolean waited(Duration time) {
        try {
            return end.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nobody is started again from now on. */
    @Override
    public void close() {
        closed = true;
        end.countDown();
        synchronized (this) {
            threads.forEach(Thread::interrupt);
        }
    }
}
