package org.decorum.core.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.decorum.core.machine.Allowance;
import org.decorum.core.rate.Micros;
import org.decorum.core.rate.Slot;
import org.jspecify.annotations.Nullable;

/**
 * A crawl in virtual time: tasks book for origins that are always due as their T allows, commit each 50 ms, and hear of
 * the end of a fetch 100 to 500 ms later. Fetchers start what they read in the order of its slots, as places come free.
 */
final class FleetCrawl {

    private static final long MILLI = Micros.PER_MILLI;
    private static final long SECOND = Micros.PER_SECOND;
    private static final long LEAD = 250 * MILLI;
    private static final long REACH = 200 * MILLI;
    private static final long TICK = 10 * MILLI;
    private static final long COMMIT = 50 * MILLI;

    private final FleetSpec spec;
    private final SplittableRandom random;
    private final boolean hasWindows;
    private final List<Instance> instances = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private final List<Fetcher> fetchers = new ArrayList<>();
    private final List<Origin> origins = new ArrayList<>();
    private final PriorityQueue<Item> agenda =
            new PriorityQueue<>(Comparator.comparingLong(Item::atMicros).thenComparingLong(Item::number));
    private double lost;
    private long now;
    private long planned;
    private int heard;
    private int missed;

    private record Item(long atMicros, long number, Runnable action) {}

    private record Release(Task task, Origin origin, long atMicros, long widthMicros) {}

    FleetCrawl(FleetSpec spec, long seed) {
        this(spec, seed, true);
    }

    private FleetCrawl(FleetSpec spec, long seed, boolean hasWindows) {
        this.spec = spec;
        this.random = new SplittableRandom(seed);
        this.hasWindows = hasWindows;
        for (int index = 0; index < spec.fetchers(); index++) {
            fetchers.add(new Fetcher(spec.places() / spec.fetchers()));
        }
        for (int index = 0; index < spec.instances(); index++) {
            instances.add(new Instance());
        }
        for (int index = 0; index < spec.tasks(); index++) {
            addTask(instances.get(index % spec.instances()));
        }
        double demand = 0;
        for (int index = 0; demand < spec.startsPerSecond() * spec.overload(); index++) {
            Task task = tasks.get(index % spec.tasks());
            long[] intervals = spec.intervalMillis();
            Origin origin = new Origin(
                    intervals[index / spec.tasks() % intervals.length] * MILLI,
                    fetchers.get(random.nextInt(fetchers.size())));
            origin.dueMicros = random.nextLong(origin.intervalMicros + 1);
            origins.add(origin);
            task.due.add(origin);
            demand += (double) SECOND / origin.intervalMicros;
        }
    }

    static FleetCrawl withoutWindows(FleetSpec spec, long seed) {
        return new FleetCrawl(spec, seed, false);
    }

    /** A new instance takes half of the tasks over from the first one. */
    void addInstance() {
        Instance from = instances.get(0);
        Instance to = new Instance();
        instances.add(to);
        List<Task> moved = tasks.stream()
                .filter(task -> task.instance == from)
                .limit(spec.tasks() / 2)
                .toList();
        moved.forEach(task -> task.move(to));
    }

    private Task addTask(Instance instance) {
        Task task = new Task(instance);
        tasks.add(task);
        in(random.nextLong(TICK), task::ticks);
        in(random.nextLong(COMMIT), task::commits);
        return task;
    }

    /** Goes on until then, and counts from the start of that. */
    FleetCrawl run(int fromSecond, int toSecond) {
        runTo(fromSecond * SECOND);
        heard = 0;
        missed = 0;
        fetchers.forEach(Fetcher::countAnew);
        origins.forEach(origin -> origin.served = 0);
        runTo(toSecond * SECOND);
        return this;
    }

    private void runTo(long micros) {
        while (!agenda.isEmpty() && agenda.element().atMicros <= micros) {
            Item item = agenda.remove();
            now = item.atMicros;
            item.action.run();
        }
        now = micros;
    }

    /** All fetchers together have that many places from now on. */
    void resize(int places) {
        fetchers.forEach(fetcher -> fetcher.resize(places / fetchers.size()));
    }

    /** From now on such a share of releases is missed whatever happens. */
    void lose(double share) {
        lost = share;
    }

    double missedRatio() {
        return (double) missed / Math.max(1, heard);
    }

    /** Share of the fetchers' places that was in use. */
    double utilisation() {
        double busy = 0;
        double all = 0;
        for (Fetcher fetcher : fetchers) {
            fetcher.count();
            busy += fetcher.busyArea;
            all += fetcher.area;
        }
        return busy / all;
    }

    /** Fetches of the origin at the 95th over those of the one at the 5th percentile, among those with the same T. */
    double spread() {
        Map<Long, List<Integer>> served = new TreeMap<>();
        origins.forEach(origin -> served.computeIfAbsent(origin.intervalMicros, any -> new ArrayList<>())
                .add(origin.served));
        return served.values().stream().mapToDouble(FleetCrawl::spread).max().orElseThrow();
    }

    private static double spread(List<Integer> served) {
        List<Integer> sorted = served.stream().sorted().toList();
        int few = sorted.get(sorted.size() * 5 / 100);
        int many = sorted.get(Math.min(sorted.size() - 1, sorted.size() * 95 / 100));
        return many / Math.max(0.5, few);
    }

    double servedPerSecond() {
        return origins.stream().mapToInt(origin -> origin.served).sum() / (double) spec.seconds();
    }

    List<Long> windows() {
        return instances.stream().map(instance -> instance.window.size()).toList();
    }

    private void in(long micros, Runnable action) {
        at(now + micros, action);
    }

    private void at(long micros, Runnable action) {
        agenda.add(new Item(Math.max(micros, now), planned++, action));
    }

    private long fetchMicros() {
        double sigma = Math.sqrt(Math.log(1 + spec.variation() * spec.variation()));
        double gauss = Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
        return (long) (FleetSpec.FETCH_MILLIS * MILLI * Math.exp(sigma * gauss - sigma * sigma / 2));
    }

    private static final class Origin {
        private final long intervalMicros;
        private final Fetcher fetcher;
        private long dueMicros;
        private int served;

        Origin(long intervalMicros, Fetcher fetcher) {
            this.intervalMicros = intervalMicros;
            this.fetcher = fetcher;
        }
    }

    /** What the tasks of an instance share. */
    private static final class Instance {
        private final FleetWindow window = new FleetWindow(LEAD);
        private final FleetTurns turns = new FleetTurns();
        private int out;
    }

    private final class Task {
        private final PriorityQueue<Origin> due =
                new PriorityQueue<>(Comparator.comparingLong(origin -> origin.dueMicros));
        private Instance instance;
        private FleetTurns.Task turn;
        private List<Runnable> uncommitted = new ArrayList<>();
        private List<Runnable> inbox = new ArrayList<>();
        private boolean crowded;
        private int out;

        Task(Instance instance) {
            this.instance = instance;
            this.turn = instance.turns.join();
        }

        private void move(Instance other) {
            instance.turns.leave(turn);
            instance.out -= out;
            instance.window.gone(out);
            instance = other;
            turn = other.turns.join();
            other.out += out;
            other.window.takenOver(out);
        }

        private void ticks() {
            List<Runnable> read = inbox;
            inbox = new ArrayList<>();
            read.forEach(Runnable::run);
            tick();
            in(TICK, this::ticks);
        }

        private void tick() {
            while (true) {
                Origin first = due.peek();
                if (first == null || first.dueMicros > now) {
                    crowded = false;
                    instance.turns.waitsNoMore(turn);
                    return;
                }
                if (hasWindows && !hasPlace(first)) {
                    crowded = true;
                    instance.turns.waits(turn, first.dueMicros, now);
                    return;
                }
                book(due.remove());
            }
        }

        private boolean hasPlace(Origin first) {
            return instance.window.places(instance.out, now) > 0 && instance.turns.mayGo(first.dueMicros, now);
        }

        private void book(Origin origin) {
            long waited = now - origin.dueMicros - (LEAD - REACH);
            long slotMin = hasWindows ? instance.window.slotMinMicros(now) : 0;
            Allowance turn = crowded
                    ? Allowance.ofTurn(Math.max(0, waited), slotMin)
                    : Allowance.ofRoom(Integer.MAX_VALUE, slotMin);
            long narrow = Slot.widthFor(origin.intervalMicros);
            long patience = turn.patienceMicros(narrow, origin.intervalMicros);
            long release = Math.max(now + REACH, origin.dueMicros + LEAD);
            long width = narrow + patience;
            origin.dueMicros = release + origin.intervalMicros + patience - LEAD;
            due.add(origin);
            out++;
            instance.out++;
            instance.window.booked(width, now);
            Release released = new Release(this, origin, release, width);
            uncommitted.add(() -> in(5 * MILLI + random.nextLong(20 * MILLI), () -> origin.fetcher.read(released)));
        }

        private void commits() {
            List<Runnable> all = uncommitted;
            uncommitted = new ArrayList<>();
            all.forEach(Runnable::run);
            in(COMMIT, this::commits);
        }

        private void hear(Release release, @Nullable Long startedMicros) {
            out--;
            instance.out--;
            heard++;
            if (startedMicros == null) {
                missed++;
                instance.window.missed(release.atMicros, false, now);
            } else {
                instance.window.started(release.atMicros, startedMicros - release.atMicros, now);
            }
        }
    }

    private final class Fetcher {
        private final PriorityQueue<Release> waiting = new PriorityQueue<>(Comparator.comparingLong(Release::atMicros));
        private int places;
        private int busy;
        private double area;
        private double busyArea;
        private long countedMicros;

        Fetcher(int places) {
            this.places = places;
        }

        private void count() {
            area += (double) Math.max(places, busy) * (now - countedMicros);
            busyArea += (double) busy * (now - countedMicros);
            countedMicros = now;
        }

        private void countAnew() {
            countedMicros = now;
            area = 0;
            busyArea = 0;
        }

        private void resize(int other) {
            count();
            places = other;
            step();
        }

        private void read(Release release) {
            boolean isLost = random.nextDouble() < lost;
            if (isLost || now > release.atMicros + release.widthMicros) {
                at(release.atMicros + release.widthMicros, () -> report(release, null));
                return;
            }
            waiting.add(release);
            at(release.atMicros, this::step);
            at(release.atMicros + release.widthMicros + 1, this::step);
        }

        private void step() {
            count();
            while (!waiting.isEmpty() && waiting.element().atMicros <= now) {
                boolean isPast = now > waiting.element().atMicros + waiting.element().widthMicros;
                if (!isPast && busy >= places) {
                    return;
                }
                Release release = waiting.remove();
                if (isPast) {
                    report(release, null);
                } else {
                    start(release);
                }
            }
        }

        private void start(Release release) {
            long startedMicros = now;
            busy++;
            in(fetchMicros(), () -> {
                count();
                busy--;
                release.origin.served++;
                report(release, startedMicros);
                step();
            });
        }

        private void report(Release release, @Nullable Long startedMicros) {
            in(
                    100 * MILLI + random.nextLong(400 * MILLI),
                    () -> release.task.inbox.add(() -> release.task.hear(release, startedMicros)));
        }
    }
}
