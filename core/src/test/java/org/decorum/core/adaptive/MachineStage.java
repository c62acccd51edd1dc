package org.decorum.core.adaptive;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.machine.OriginEffect;
import org.decorum.core.machine.OriginEvent;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.Outcome;
import org.decorum.core.machine.Timing;
import org.decorum.core.machine.Transition;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;

/** The whole machine of an origin, with a policy that wants the law and is itself out of its way. */
final class MachineStage implements SimulatedStage {

    private static final String ORIGIN = "example.org";
    private static final Policies POLICIES = Policies.always(PolicyDraft.limit(Limit.every(1))
            .intervalMaxMicros(3_600_000_000L)
            .maxInFlight(4_096)
            .adaptive(true)
            .policy());
    private static final Waiting REQUEST = new Waiting(ORIGIN, 5, 1, Long.MIN_VALUE, Long.MAX_VALUE);
    private static final int BACKLOG = 200;

    private final OriginMachine machine;
    private OriginState state = new OriginState();
    private Transition last = new Transition(state, List.of(), false, 0);

    MachineStage(CrawlPath path) {
        machine = new OriginMachine(new Timing(path.lead(), path.reach()));
    }

    OriginState state() {
        return state;
    }

    void replace(OriginState other) {
        state = other;
    }

    @Override
    public long book(long now, int inFlight, long stoppedUntil, Consumer<Fetch> booked) {
        release(booked);
        while (state.waiting() < BACKLOG) {
            apply(new OriginEvent.Arrived(REQUEST), now);
            release(booked);
        }
        apply(new OriginEvent.Tick(), now);
        release(booked);
        return last.wakeAtMicros() == Transition.NEVER ? Long.MAX_VALUE : last.wakeAtMicros() - BASE;
    }

    @Override
    public void heard(Fetch fetch, long now) {
        if (fetch.booking == null) {
            throw new IllegalArgumentException("a fetch without booking (expected: one that this stage booked)");
        }
        Outcome outcome = fetch.missed ? Outcome.MISSED_SLOT : Outcome.FETCHED;
        OriginEvent.Reported plain = new OriginEvent.Reported(fetch.booking, outcome);
        apply(
                fetch.missed
                        ? plain
                        : new OriginEvent.Reported(
                                plain.booking(),
                                plain.outcome(),
                                OptionalInt.of(fetch.service.isEmpty() ? 503 : 200),
                                OptionalLong.of(BASE + fetch.started),
                                OptionalLong.of(BASE + fetch.finished),
                                fetch.service.isEmpty()
                                        ? OptionalLong.of(SimulatedCrawl.RETRY_AFTER)
                                        : OptionalLong.empty(),
                                plain.contentType(),
                                plain.cache()),
                now);
    }

    private void apply(OriginEvent event, long now) {
        last = machine.apply(ORIGIN, state, event, state.clamp(BASE + now), POLICIES, ticket -> REQUEST);
        state = last.state();
    }

    /** What the last step booked. */
    private void release(Consumer<Fetch> booked) {
        for (OriginEffect effect : last.effects()) {
            if (effect instanceof OriginEffect.Released released) {
                Fetch fetch = new Fetch();
                fetch.slot = released.slot().releaseAtMicros() - BASE;
                fetch.expires = released.slot().expiresAtMicros() - BASE;
                fetch.cap = released.inFlightMax();
                fetch.booking = released.lease().booking();
                booked.accept(fetch);
            }
        }
        last = new Transition(state, List.of(), false, last.wakeAtMicros());
    }
}
