package org.decorum.core.machine;

import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.LaneMemory;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.policy.CrawlDelay;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;

/**
 * Origin states of every kind, as rows of a {@code origin-states-vN.txt}: a name, what is in it, its bytes. A file holds
 * what the release wrote that froze it, and is never written again; {@code topology-docs/decisions/039} tells how the next
 * one is made.
 */
final class FrozenStates {

    private static final int HISTORIES = 3;
    private static final int EVENTS = 400;
    private static final int EVERY = 79;

    private final List<String> rows = new ArrayList<>();

    static List<String> rows() {
        FrozenStates states = new FrozenStates();
        states.named();
        for (int seed = 0; seed < HISTORIES; seed++) {
            new OriginHistory(seed).watchedBy(states.some("history-" + seed)).live(EVENTS);
            new CacheHistory(seed).watchedBy(states.some("caches-" + seed)).live(EVENTS);
            new AdaptingHistory(seed).watchedBy(states.some("adapting-" + seed)).live(EVENTS);
        }
        return states.rows;
    }

    /** What a state says, apart from its bytes: what is written here of a version must be read by all later ones. */
    static String describe(OriginState state) {
        Policy adaptive = PolicyDraft.every(1).adaptive(true).policy();
        return String.join(
                "; ",
                "epoch " + state.epoch + ", bookings " + state.bookings + ", units " + state.unitsBooked,
                "TAT " + state.tatMicros + " and " + state.forecastTatMicros() + ", last " + state.lastCost + " at "
                        + state.lastReleaseAtMicros + " or " + state.forecast.paidAtMicros(),
                "seen " + state.seenMicros + ", virtual time " + state.virtualTime,
                "deferred " + state.deferred + " from " + state.deferredFromMicros,
                "held until " + state.hold.untilMicros() + " " + state.hold.cause() + ", rung " + state.hold.rung()
                        + (state.hold.isOnProbation() ? " on probation" : "") + ", pace "
                        + state.hold.intervalMicros(),
                "silence " + state.silence.inFlightMax(adaptive) + " " + state.silence.leaseTimeoutMicros(adaptive),
                "learned " + state.learned(adaptive) + " "
                        + state.limit(adaptive).intervalMicros(),
                "lanes " + state.lanes.stream().map(FrozenStates::describe).collect(Collectors.joining(" ")),
                "leases " + state.leases);
    }

    private static String describe(Lane lane) {
        Policy asked =
                PolicyDraft.limit(Limit.every(1)).crawlDelay(CrawlDelay.DEFAULT).policy();
        return "(" + lane.id() + " " + lane.siteKey() + ", TAT " + lane.tatMicros() + ", may go at "
                + lane.earliestMicros(asked) + ", delay " + lane.crawlDelayMicros() + ", tag " + lane.startTag()
                + ", past " + lane.pastMicros(asked) + ", waiting " + lane.waiting() + ", next "
                + (lane.hasWaiting() ? lane.peek() : "none") + ", " + lane.tenure() + ", misses "
                + lane.missRatio().of(1_000_000) + ", held until " + lane.hold().untilMicros() + " "
                + lane.hold().cause() + (lane.awaitsFinish(asked) ? ", awaits its finish" : "") + ")";
    }

    private void named() {
        add("new", new OriginState());
        TestOrigin busy = new TestOrigin(PolicyDraft.every(10).maxAttempts(5).policy());
        busy.now = ofSeconds(1_000);
        for (int priority = 0; priority < 10; priority++) {
            busy.apply(new OriginEvent.Arrived(
                    new Waiting("example.org", priority, 1 + priority % 3, Long.MIN_VALUE, Long.MAX_VALUE)));
            busy.arrive("site.example.org");
        }
        add("of every priority", busy.state);
        busy.runTo(1_060);
        busy.report(busy.releases.get(0), Outcome.FAILED);
        busy.report(busy.releases.get(1), Outcome.MISSED_SLOT);
        add("given back", busy.state);
        busy.answer(busy.releases.get(2), 503, OptionalLong.of(ofSeconds(3_600)));
        add("held by Retry-After", busy.state);
        busy.runTo(4_700);
        add("with a probe out", busy.state);
        tenures();
    }

    private void tenures() {
        TestOrigin home = new TestOrigin(PolicyDraft.every(10).policy());
        home.now = ofSeconds(1_000);
        home.arrive(TestOrigin.KEY);
        home.arrive(TestOrigin.KEY);
        home.apply(new OriginEvent.Remapped("shared.example"));
        add("lent", home.state);
        home.now = ofSeconds(1_010);
        home.apply(new OriginEvent.Received(new LaneMessage.Taken(TestOrigin.KEY, ofSeconds(1_000))));
        home.apply(new OriginEvent.Remapped("other.example"));
        add("lending on", home.state);

        TestOrigin owner = new TestOrigin(PolicyDraft.every(10).policy());
        owner.now = ofSeconds(1_000);
        owner.apply(new OriginEvent.Arrived(TestOrigin.request("www.example", 1), true, false));
        add("awaited", owner.state);
        owner.apply(new OriginEvent.Received(
                new LaneMessage.Grant("www.example", ofSeconds(999), LaneMemory.ofCrawlDelay(ofSeconds(7)))));
        add("granted", owner.state);
        owner.apply(new OriginEvent.Received(
                new LaneMessage.Yield("www.example", ofSeconds(999), "other.example", ofSeconds(1_001))));
        add("gone", owner.state);
    }

    private Consumer<OriginState> some(String name) {
        int[] step = {0};
        return state -> {
            if (++step[0] % EVERY == 0 && step[0] <= EVENTS) {
                add(name + "-" + step[0], state);
            }
        };
    }

    private void add(String name, OriginState state) {
        rows.add(name + " | " + describe(state) + " | " + HexFormat.of().formatHex(state.toBytes()));
    }
}
