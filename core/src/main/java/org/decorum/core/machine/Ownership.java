package org.decorum.core.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.decorum.core.backlog.Lane;
import org.decorum.core.backlog.LaneMemory;
import org.decorum.core.backlog.Tenure;
import org.decorum.core.backlog.Ticket;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Micros;

/**
 * Who books a site. The home of the site, the origin of its own name, decides; who books it now hands the right on, with
 * what must not be forgotten. The home starts no second transfer before the first has arrived, so that there is one right
 * and at most one is on its way:
 *
 * <pre>
 * X: request of h, no right        home: h -> X          A, who books        X
 *   Claim(by X) ------------------> LENT A
 *                                   LENDING X, Yield(X) -> Grant(memory) ---> GRANTED
 *                                   LENT X  <-------------------------------- Taken
 * </pre>
 *
 * <p>Where the home itself books, it grants at once. Who may not book sends on what waits, arrives or comes back.
 */
final class Ownership {

    private final String originKey;
    private final OriginState state;
    private final Policy policy;
    private final long now;
    private final List<OriginEffect> effects;

    Ownership(String originKey, OriginState state, Policy policy, long now, List<OriginEffect> effects) {
        this.originKey = originKey;
        this.state = state;
        this.policy = policy;
        this.now = now;
        this.effects = effects;
    }

    /** To whom requests of a site are to go; empty if they stay. */
    Optional<String> elsewhere(String siteKey) {
        return state.laneOf(siteKey)
                .map(Lane::tenure)
                .filter(Tenure::isElsewhere)
                .map(Tenure::other);
    }

    /** Whether a request that arrives under an alias, or without, would be booked here. */
    boolean books(String siteKey, boolean aliased) {
        return state.laneOf(siteKey)
                .map(lane -> aliased
                        ? lane.tenure().kind() == Tenure.Kind.GRANTED
                        : lane.tenure().books())
                .orElse(!aliased);
    }

    /** A request that is here because of an alias waits in the lane: the home is asked, if it was not yet. */
    void claim(Lane lane) {
        if (lane.tenure().kind() == Tenure.Kind.OWN && lane.isIdle()) {
            lane.tenure(Tenure.awaited(now));
            send(lane.siteKey(), new LaneMessage.Claim(lane.siteKey(), originKey, now));
        }
    }

    /** Here is the home, and that origin is to book the site. During a transfer nothing happens. */
    void remapped(String owner) {
        Tenure tenure = state.laneOf(originKey).map(Lane::tenure).orElse(Tenure.OWN);
        long term = Math.max(now, tenure.term() + 1);
        if (tenure.kind() == Tenure.Kind.OWN && !owner.equals(originKey)) {
            lend(open(originKey), owner, term);
        } else if (tenure.kind() == Tenure.Kind.LENT && !owner.equals(tenure.other())) {
            open(originKey)
                    .tenure(
                            owner.equals(originKey)
                                    ? Tenure.awaited(term)
                                    : new Tenure(Tenure.Kind.LENDING, owner, term));
            send(tenure.other(), new LaneMessage.Yield(originKey, tenure.term(), owner, term));
        }
    }

    void received(LaneMessage message) {
        if (message instanceof LaneMessage.Claim claim) {
            claimed(claim);
        } else if (message instanceof LaneMessage.Deny deny) {
            denied(deny);
        } else if (message instanceof LaneMessage.Yield yielding) {
            yielded(yielding);
        } else if (message instanceof LaneMessage.Grant grant) {
            granted(grant);
        } else if (message instanceof LaneMessage.Taken taken) {
            taken(taken);
        } else if (message instanceof LaneMessage.Surrender surrender) {
            surrendered(surrender);
        } else if (message instanceof LaneMessage.News news) {
            told(news);
        }
    }

    /** Gives back the granted sites that nobody has needed for the retention. */
    void surrenderIdle() {
        List<Lane> idle = new ArrayList<>(0);
        for (Lane lane : state.lanes) {
            if (lane.tenure().kind() == Tenure.Kind.GRANTED && lane.isPast(now, policy)) {
                idle.add(lane);
            }
        }
        for (Lane lane : idle) {
            state.lanes.remove(lane);
            effects.add(new OriginEffect.LaneGiven(lane.siteKey(), lane.siteKey()));
            send(
                    lane.siteKey(),
                    new LaneMessage.Surrender(lane.siteKey(), lane.tenure().term(), memory(lane)));
        }
    }

    /** A Crawl-delay was read. Whoever books the site is told as well. */
    void robotsRead(String siteKey, long crawlDelayMicros) {
        elsewhere(siteKey)
                .ifPresent(
                        owner -> send(owner, new LaneMessage.News(siteKey, LaneMemory.ofCrawlDelay(crawlDelayMicros))));
        state.openLane(siteKey, now, policy).ifPresent(lane -> lane.crawlDelay(crawlDelayMicros, now));
    }

    /** The owner that booked before is told at once; who asks in vain is told who books. */
    private void claimed(LaneMessage.Claim claim) {
        String booker = state.bookerOf(originKey);
        if (!booker.equals(claim.by())) {
            send(claim.by(), new LaneMessage.Deny(originKey, booker, claim.question()));
        }
    }

    /** Only the answer to the question that is open counts: a grant may have overtaken another one. */
    private void denied(LaneMessage.Deny deny) {
        state.laneOf(deny.siteKey())
                .filter(lane -> lane.tenure().equals(Tenure.awaited(deny.question())))
                .ifPresent(lane -> {
                    lane.tenure(new Tenure(Tenure.Kind.GONE, deny.owner(), 0));
                    LaneMemory memory = lane.memory(now);
                    if (memory.binds(now)) {
                        send(deny.owner(), new LaneMessage.News(lane.siteKey(), memory));
                    }
                });
    }

    /** A repeated one is answered again; one for a site that was given back meanwhile, the home answers itself. */
    private void yielded(LaneMessage.Yield yielding) {
        Optional<Lane> known = state.laneOf(yielding.siteKey());
        Tenure gone = new Tenure(Tenure.Kind.GONE, yielding.to(), yielding.term());
        if (known.isEmpty()) {
            return;
        }
        Lane lane = known.get();
        if (lane.tenure().equals(Tenure.granted(yielding.term()))) {
            lane.tenure(gone);
            effects.add(new OriginEffect.LaneGiven(lane.siteKey(), yielding.to()));
            send(yielding.to(), new LaneMessage.Grant(lane.siteKey(), yielding.nextTerm(), memory(lane)));
        } else if (lane.tenure().equals(gone)) {
            send(yielding.to(), new LaneMessage.Grant(lane.siteKey(), yielding.nextTerm(), memory(lane)));
        }
    }

    private void granted(LaneMessage.Grant grant) {
        Lane lane = open(grant.siteKey());
        if (grant.siteKey().equals(originKey)) {
            if (lane.tenure().equals(Tenure.awaited(grant.term()))) {
                take(lane, Tenure.OWN, grant.memory());
            }
            return;
        }
        boolean repeated = lane.tenure().term() == grant.term() && lane.tenure().kind() != Tenure.Kind.AWAITED;
        if (!repeated) {
            take(lane, Tenure.granted(grant.term()), grant.memory());
            send(grant.siteKey(), new LaneMessage.Taken(grant.siteKey(), grant.term()));
        }
    }

    private void taken(LaneMessage.Taken taken) {
        state.laneOf(originKey)
                .filter(lane -> lane.tenure().kind() == Tenure.Kind.LENDING
                        && lane.tenure().term() == taken.term())
                .ifPresent(lane ->
                        lane.tenure(new Tenure(Tenure.Kind.LENT, lane.tenure().other(), taken.term())));
    }

    /** The right is here again. If another was to get it from whom gave it back, it gets it from here. */
    private void surrendered(LaneMessage.Surrender surrender) {
        Lane home = open(originKey);
        Tenure tenure = home.tenure();
        if (tenure.kind() == Tenure.Kind.OWN
                || (tenure.kind() == Tenure.Kind.LENT && tenure.term() != surrender.term())) {
            return;
        }
        take(home, Tenure.OWN, surrender.memory());
        if (tenure.kind() == Tenure.Kind.LENDING) {
            lend(home, tenure.other(), tenure.term());
        }
    }

    private void told(LaneMessage.News news) {
        Optional<String> elsewhere = elsewhere(news.siteKey());
        boolean unknown =
                state.laneOf(news.siteKey()).isEmpty() && !news.siteKey().equals(originKey);
        if (elsewhere.isPresent()) {
            send(elsewhere.get(), news);
        } else if (unknown) {
            send(news.siteKey(), news);
        } else {
            inherit(open(news.siteKey()), news.memory());
        }
    }

    private void lend(Lane home, String owner, long term) {
        home.tenure(new Tenure(Tenure.Kind.LENDING, owner, term));
        effects.add(new OriginEffect.LaneGiven(originKey, owner));
        send(owner, new LaneMessage.Grant(originKey, term, memory(home)));
    }

    private void take(Lane lane, Tenure tenure, LaneMemory memory) {
        lane.tenure(tenure);
        effects.add(new OriginEffect.LaneTaken(lane.siteKey()));
        inherit(lane, memory);
    }

    /** What a clock that was far ahead said is taken as it would say it now. */
    private void inherit(Lane lane, LaneMemory said) {
        boolean wrong = Micros.subtract(said.saidMicros(), now) > OriginState.AHEAD_MICROS_MAX;
        LaneMemory memory =
                wrong ? new ClockJump(said.saidMicros(), now, policy.backoff().longestMicros()).undo(said) : said;
        state.tatMicros = Math.max(state.tatMicros, memory.originTatMicros());
        if (lane.inherit(memory, state.bookings, now)) {
            state.epoch++;
            effects.add(new OriginEffect.Held(
                    Optional.of(lane.siteKey()), lane.hold().untilMicros(), state.epoch, HoldCause.INHERITED));
        }
    }

    /** What held the whole origin holds the site wherever it goes; what is out there may take its time. */
    private LaneMemory memory(Lane lane) {
        LaneMemory memory = lane.memory(now).and(state.hold).andOriginTat(state.forecastTatMicros());
        for (Lease lease : state.leases) {
            if (Ticket.lane(lease.ticket()) == lane.id()) {
                memory = memory.andEndsBy(lease.deadlineMicros());
            }
        }
        return memory;
    }

    private Lane open(String siteKey) {
        return state.openAnyLane(siteKey, now, policy);
    }

    private void send(String to, LaneMessage message) {
        effects.add(new OriginEffect.Sent(to, message));
    }
}
