package org.decorum.stage.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.FetchFeedback;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;

/**
 * A crawl in virtual time: the stage's own tasks, origins, fetchers, publishers, and what goes wrong between them, all
 * drawn from one seed. It runs until everything has ended, and fails at the first event after which an
 * {@link Invariant} does not hold.
 */
public final class Simulation {

    private static final long START_MICROS = 1_767_225_600_000_000L; // 2026-01-01
    private static final long SECOND = 1_000_000;
    private static final long DRAIN_MICROS_MAX = 3_600 * SECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final List<String> PATTERNS = List.of("*", "*.example", "*.origin-0.example", "*.origin-1.example");

    private final SimSettings settings;
    private final SplittableRandom random;
    private final boolean caches;
    private final Agenda agenda = new Agenda(START_MICROS);
    private final Ledger ledger;
    private final SimPolicies policies;
    private final PolicyBook book;
    private final SimAliases aliases;
    private final Map<String, SimOrigin> origins = new TreeMap<>();
    private final Map<String, SiteLog> siteLogs = new HashMap<>();
    private final List<SimFetcher> fetchers = new ArrayList<>();
    private final List<SimShard> shards = new ArrayList<>();
    private long events;

    private Simulation(SimSettings settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
        this.caches = random.nextInt(3) == 0;
        this.ledger = new Ledger(settings.forgets());
        this.policies = new SimPolicies(settings, random.split());
        this.book = new PolicyBook(policies.standard());
        this.aliases = new SimAliases(agenda, random.split());
        addOrigins();
        addFetchers();
        addShards();
    }

    /**
     * Runs the world of a seed to its end.
     *
     * @throws InvariantBrokenException at the first event after which an invariant does not hold
     */
    public static SimReport run(long seed) {
        return run(SimSettings.draw(seed));
    }

    static SimReport run(SimSettings settings) {
        Simulation simulation = new Simulation(settings);
        try {
            return simulation.run();
        } catch (InvariantBrokenException broken) {
            throw broken.in(settings, simulation.seconds(), simulation.events);
        }
    }

    private SimReport run() {
        new SimPublisher(agenda, random.split(), settings, List.copyOf(origins.values()), this::publish).start();
        shards.forEach(SimShard::start);
        planTroubles();
        runUntil(START_MICROS + settings.chaosMicros() + SECOND);
        book.keys().forEach(key -> book.record(key).ifPresent(policy -> book.set(key, SimPolicies.opened(policy))));
        fetchers.forEach(SimFetcher::behave);
        shards.forEach(SimShard::behave);
        drain();
        checkEnd();
        return new SimReport(
                settings.seed(),
                seconds(),
                events,
                ledger.published(),
                ledger.releases(),
                ledger.fetched(),
                ledger.rejected(),
                ledger.parked(),
                ledger.missed(),
                shards.stream().mapToInt(SimShard::kills).sum(),
                ledger.transfers(),
                ledger.jumps(),
                ledger.digest());
    }

    private void addOrigins() {
        for (int i = 0; i < settings.origins(); i++) {
            String key = "origin-" + i + ".example";
            List<String> sites = new ArrayList<>(List.of(key));
            if (random.nextInt(caches ? 2 : 4) == 0) {
                int more = random.nextInt(1, 5);
                for (int site = 0; site < more; site++) {
                    sites.add("site-" + site + "." + key);
                }
            }
            SimHost host = settings.isFaultless() ? SimHost.ample(random, caches) : someHost();
            origins.put(key, new SimOrigin(key, sites, host, random.split(), siteLogs));
            if (random.nextInt(4) > 0) {
                OriginPolicy policy = policies.draw();
                List<String> described = random.nextBoolean() ? sites : List.of(key);
                (settings.isFaultless() ? sites : described).forEach(site -> book.set(site, policy));
            }
            if (caches) {
                sites.stream()
                        .filter(site -> random.nextBoolean())
                        .forEach(site -> book.set(site, policies.ofCache(book.record(site))));
            }
        }
    }

    /** One in four is another origin's too. */
    private SimHost someHost() {
        return !origins.isEmpty() && random.nextInt(4) == 0 ? anyOrigin().host() : SimHost.draw(random, caches);
    }

    private void addFetchers() {
        for (int i = 0; i < settings.fetchers(); i++) {
            fetchers.add(new SimFetcher(agenda, random.split(), settings, this::origin, this::append, ledger));
        }
    }

    private void addShards() {
        for (int i = 0; i < settings.shards(); i++) {
            SimFetcher fetcher = fetchers.get(i % fetchers.size());
            shards.add(new SimShard(
                    agenda,
                    random.split(),
                    settings,
                    book,
                    policies.believed(book),
                    aliases,
                    ledger,
                    fetcher,
                    fetchers,
                    this::append));
        }
    }

    private void planTroubles() {
        Faults faults = settings.faults();
        often(faults.policyChangesPerMinute(), () -> {
            String key = random.nextInt(6) == 0 ? PATTERNS.get(random.nextInt(PATTERNS.size())) : anySite();
            book.set(key, random.nextInt(5) == 0 ? null : somePolicy());
        });
        often(faults.aliasChangesPerMinute(), () -> {
            String target = random.nextInt(3) == 0 ? null : anyOrigin().key();
            aliases.set(anyOrigin().key(), target);
        });
        often(settings.forgets() ? 0 : faults.robotsPerMinute(), this::readRobots);
        origins.values()
                .forEach(origin -> often(faults.overloadsPerMinute(), () -> origin.overloaded(agenda.nowMicros())));
        origins.values()
                .forEach(origin -> often(
                        faults.hostTroublesPerMinute(), () -> origin.host().trouble(agenda)));
        fetchers.forEach(fetcher -> often(faults.fetcherCrashesPerMinute(), fetcher::crash));
    }

    private OriginPolicy somePolicy() {
        OriginPolicy policy = policies.draw();
        return caches && random.nextInt(3) == 0 ? policies.ofCache(Optional.of(policy)) : policy;
    }

    private void often(double perMinute, Runnable trouble) {
        long times = Math.round(perMinute * settings.chaosMicros() / MINUTE);
        for (long i = 0; i < times; i++) {
            agenda.in(random.nextLong(settings.chaosMicros()), trouble);
        }
    }

    private void readRobots() {
        SimOrigin origin = anyOrigin();
        String site = origin.sites().get(random.nextInt(origin.sites().size()));
        append(FetchFeedback.newBuilder()
                .setOutcome(FetchOutcome.ROBOTS)
                .setOriginKey(origin.key())
                .setSiteKey(site)
                .setCrawlDelayMicros(List.of(0L, 20_000L, 500_000L, 2_000_000L).get(random.nextInt(4)))
                .build());
    }

    private void publish(KeyedRequest request) {
        ledger.published(request);
        String originKey = aliases.anyInstance().originOf(request.getSiteKey());
        boolean aliased = !originKey.equals(request.getSiteKey());
        KeyedRequest keyed = KeyedRequest.newBuilder(request)
                .setOriginKey(aliased ? originKey : request.getOriginKey())
                .setAliased(aliased && settings.sabotage() != Sabotage.UNASKED_BOOKERS)
                .build();
        append(keyed.getOriginKey(), keyed);
    }

    private void append(FetchFeedback feedback) {
        append(feedback.getOriginKey(), feedback);
    }

    private void append(String originKey, SpecificRecord record) {
        shards.get(Math.floorMod(originKey.hashCode(), shards.size())).append(record);
    }

    private void drain() {
        long until = agenda.nowMicros() + DRAIN_MICROS_MAX;
        while (!(ledger.published() == settings.requests() && ledger.allEnded()) && step(until)) {
            // one event after the other
        }
        if (!ledger.allEnded()) {
            throw new InvariantBrokenException(
                    Invariant.DRAINS,
                    (ledger.published() - ledger.fetched() - ledger.rejected()) + " requests are stuck: " + shards);
        }
        // A hold stays where the wrong clock put it.
        long forgettingMicros =
                settings.faults().jumpMicros() + 3 * (settings.retentionMicros() + SimPolicies.QUIET_MICROS + MINUTE);
        runUntil(agenda.nowMicros() + (settings.forgets() ? forgettingMicros : 5 * SECOND));
    }

    private void checkEnd() {
        Set<String> held = new HashSet<>();
        shards.forEach(shard -> held.addAll(shard.state().held()));
        ledger.checkEnds(held);
        shards.forEach(shard -> shard.checks().remapped(aliases::originOf));
        if (settings.isFaultless()) {
            ledger.checkPaces();
        }
        if (settings.forgets()) {
            shards.forEach(shard -> shard.checks().nothingLeft());
        }
    }

    private void runUntil(long micros) {
        while (step(micros)) {
            // one event after the other
        }
    }

    private boolean step(long untilMicros) {
        events++;
        return agenda.step(untilMicros);
    }

    private SimOrigin origin(String key) {
        SimOrigin origin = origins.get(key);
        if (origin == null) {
            throw new InvariantBrokenException(Invariant.UNTOUCHED, "a release for " + key);
        }
        return origin;
    }

    private SimOrigin anyOrigin() {
        return List.copyOf(origins.values()).get(random.nextInt(origins.size()));
    }

    private String anySite() {
        List<String> sites = anyOrigin().sites();
        return random.nextInt(3) > 0 ? sites.get(0) : sites.get(random.nextInt(sites.size()));
    }

    private double seconds() {
        return (agenda.nowMicros() - START_MICROS) / 1e6;
    }
}
