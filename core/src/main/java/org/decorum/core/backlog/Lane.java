package org.decorum.core.backlog;

import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.decorum.core.backoff.Hold;
import org.decorum.core.cache.MissRatio;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.policy.CrawlDelay;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Gcra;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;

/**
 * One site inside an origin: its own limiter, its Crawl-delay, its hold, its queue, and its tag in the fair order of
 * lanes.
 *
 * <p>Between lanes the order is start-time fair queueing (Goyal, Vin, Cheng 1996): a lane that becomes busy is tagged
 * {@code max(virtual time, its tag)}, the eligible lane with the least tag goes next, virtual time moves to that tag,
 * and the lane's tag grows by {@code cost / weight}. A lane that its own limiter kept back falls behind virtual time; it
 * goes first when it may, once, and then goes on from virtual time: it has no more credit than one that was idle. A
 * request to a cache grows the tag by what is expected of it to reach the origin, since that is what lanes share.
 */
public final class Lane {

    /** Units of the tag that one unit of cost takes at weight 1; divides by every weight to within 0.1 %. */
    private static final long TAG_PER_COST = 1_000_000;

    private final int id;
    private final String siteKey;
    private long tatMicros = Long.MIN_VALUE;
    private long lastStartMicros = Long.MIN_VALUE;
    private int lastCost;
    private long finishedMicros = Long.MIN_VALUE;
    private long startTag;
    private long seenMicros = Long.MIN_VALUE;
    private int leases;
    private Tenure tenure = Tenure.OWN;
    private AskedDelay crawlDelay = AskedDelay.NONE;
    private MissRatio missRatio = MissRatio.UNKNOWN;
    private final Hold hold;
    private final LaneQueue queue;

    public Lane(int id, String siteKey) {
        this(id, siteKey, new Hold(), new LaneQueue());
    }

    private Lane(int id, String siteKey, Hold hold, LaneQueue queue) {
        this.id = id;
        this.siteKey = siteKey;
        this.hold = hold;
        this.queue = queue;
    }

    public int id() {
        return id;
    }

    public String siteKey() {
        return siteKey;
    }

    public long tatMicros() {
        return tatMicros;
    }

    /** What robots.txt asks for, whatever the policy makes of it; 0 for nothing. */
    public long crawlDelayMicros() {
        return crawlDelay.micros();
    }

    public long startTag() {
        return startTag;
    }

    /** Whether its requests are booked here. */
    public Tenure tenure() {
        return tenure;
    }

    public void tenure(Tenure next) {
        tenure = next;
    }

    /** What part of its requests reaches the origin, where it is a cache; all until answers say otherwise. */
    public MissRatio missRatio() {
        return missRatio;
    }

    public void missRatio(MissRatio next) {
        missRatio = next;
    }

    public Hold hold() {
        return hold;
    }

    public long waiting() {
        return queue.size();
    }

    public boolean hasWaiting() {
        return !queue.isEmpty();
    }

    public boolean isIdle() {
        return leases == 0 && queue.isEmpty();
    }

    /** Somebody asked for this lane. */
    public void seen(long nowMicros) {
        seenMicros = Math.max(seenMicros, nowMicros);
    }

    /** It is past, and nobody has to be told. */
    public boolean isForgettable(long nowMicros, Policy policy) {
        return tenure.isForgettable() && isPast(nowMicros, policy);
    }

    /** Nothing waits or is leased, and all that its state could still forbid is past for the retention. */
    public boolean isPast(long nowMicros, Policy policy) {
        return isIdle() && Micros.subtract(nowMicros, pastMicros(policy)) > policy.retentionMicros();
    }

    /** When all that this lane could forbid is past. */
    public long pastMicros(Policy policy) {
        long past = Math.max(Math.max(tatMicros, seenMicros), hold.pastMicros(policy.backoff()));
        return Math.max(Math.max(past, restedMicros(policy)), crawlDelayPastMicros(policy));
    }

    /** Fetchers keep robots.txt for a day, and tell of its Crawl-delay only when they read it. */
    private long crawlDelayPastMicros(Policy policy) {
        long moreMicros = AskedDelay.CONFIRMED_MICROS - policy.retentionMicros();
        return crawlDelay.micros() > 0 && moreMicros > 0 ? Micros.add(seenMicros, moreMicros) : Long.MIN_VALUE;
    }

    /**
     * The earliest start that the lane's own limiter and hold allow, and none before the last one, which another origin with
     * another clock may have booked.
     */
    public long earliestMicros(Policy policy) {
        Limit limit = limit(policy);
        long conforming = Gcra.earliest(tatMicros, limit, lastStartMicros, lastCost);
        long free = Math.max(Math.max(hold.untilMicros(), lastStartMicros), restedMicros(policy));
        return Math.max(free, conforming);
    }

    /** The lane's limiter in force: {@link #floor}, or slower after complaints. */
    public Limit limit(Policy policy) {
        return hold.paced(floor(policy));
    }

    /** The fastest that the lane may be: the policy's limiter, or the Crawl-delay where that is slower. */
    public Limit floor(Policy policy) {
        return policy.site().atLeastEvery(policy.crawlDelay().obeyedMicros(crawlDelay.micros()));
    }

    /** Nothing goes before the request that is out has ended, since the Crawl-delay counts from there. */
    public boolean awaitsFinish(Policy policy) {
        return leases > 0 && policy.crawlDelay().waitsForFinish(crawlDelay.micros());
    }

    /** When the Crawl-delay after the last request's end is over; {@link Long#MIN_VALUE} where it counts from the start. */
    private long restedMicros(Policy policy) {
        CrawlDelay rule = policy.crawlDelay();
        return finishedMicros != Long.MIN_VALUE && rule.waitsForFinish(crawlDelay.micros())
                ? Micros.add(finishedMicros, rule.obeyedMicros(crawlDelay.micros()))
                : Long.MIN_VALUE;
    }

    /** A request of this lane has ended at the origin, as far as anybody knows. */
    public void finished(long micros) {
        finishedMicros = Math.max(finishedMicros, micros);
    }

    /** robots.txt was read; 0 means that it asks for no delay. */
    public void crawlDelay(long micros, long nowMicros) {
        crawlDelay = crawlDelay.read(micros, nowMicros);
    }

    /** Whether requests joined its queues since this was written: see {@code OriginState.caughtUp}. */
    public boolean isBehind(LongPredicate isHeld) {
        return queue.isBehind(id, isHeld);
    }

    /** Appends what was appended since this was written, and counts it. */
    public int catchUp(LongPredicate isHeld) {
        return queue.catchUp(id, isHeld);
    }

    public long append(int priority, long virtualTime) {
        becomeBusy(virtualTime);
        return queue.append(id, priority);
    }

    public void giveBack(LaneQueue.Entry entry, long virtualTime) {
        becomeBusy(virtualTime);
        queue.giveBack(entry);
    }

    public LaneQueue.Entry peek() {
        return queue.peek(id);
    }

    /** Takes the next request out of the order without a start: it is given up. */
    public void drop() {
        queue.advance();
    }

    /** How many of a priority wait that were not released yet. */
    public long waiting(int priority) {
        return queue.size(priority);
    }

    /** Takes the newest of a priority out of the order: it gives way to another. Its ticket may be given again. */
    public long dropNewest(int priority) {
        return queue.removeNewest(id, priority);
    }

    /** How many wait that were released before. */
    public int returned() {
        return queue.returned();
    }

    /** A lane that nothing was booked in begins as slowly as its policy says. */
    public void beginSlowly(Policy policy) {
        if (lastStartMicros == Long.MIN_VALUE) {
            hold.slowDown(policy.startMicros(floor(policy).intervalMicros()));
        }
    }

    /**
     * Takes the next request out of the order to start at {@code atMicros}; the lane pays for it.
     *
     * @return virtual time from now on
     */
    public long lease(long atMicros, int cost, Policy policy, long virtualTime) {
        queue.advance();
        leases++;
        lastStartMicros = atMicros;
        lastCost = cost;
        tatMicros = Gcra.charge(tatMicros, limit(policy), atMicros, cost);
        long servedTag = Math.max(startTag, virtualTime);
        long share = TAG_PER_COST * cost / policy.weight();
        startTag = servedTag + (policy.missesOnly() ? missRatio.of(share) : share);
        return servedTag;
    }

    /** The limiter admits nothing before this; it never admits more than it did. */
    public void restUntil(long micros) {
        tatMicros = Math.max(tatMicros, micros);
    }

    /** The last start may be later than its booking by this, so what follows it is, at whatever pace. */
    public void restLonger(long micros, Policy policy) {
        tatMicros = Micros.add(tatMicros, micros);
        if (!limit(policy).allowsBursts()) {
            lastStartMicros = Micros.add(lastStartMicros, micros);
        }
    }

    /** What another origin must not forget of it. */
    public LaneMemory memory(long nowMicros) {
        LaneMemory memory = new LaneMemory(
                tatMicros,
                lastStartMicros,
                lastCost,
                finishedMicros,
                crawlDelay.micros(),
                Long.MIN_VALUE,
                Long.MIN_VALUE,
                0,
                false,
                0,
                nowMicros);
        return memory.and(hold);
    }

    /**
     * Takes over what another origin knew of the site.
     *
     * @param newestBooking the newest number here: what it and those before it complained of is known
     * @return whether the lane is held longer than it was
     */
    public boolean inherit(LaneMemory memory, long newestBooking, long nowMicros) {
        tatMicros = Math.max(tatMicros, memory.tatMicros());
        if (memory.lastStartMicros() > lastStartMicros) {
            lastStartMicros = memory.lastStartMicros();
            lastCost = memory.lastCost();
        }
        finished(memory.finishedMicros());
        if (memory.crawlDelayMicros() > crawlDelay.micros()) {
            crawlDelay(memory.crawlDelayMicros(), nowMicros);
        }
        hold.slowDown(memory.paceMicros());
        return hold.inherit(memory.holdUntilMicros(), memory.rung(), memory.onProbation(), newestBooking, nowMicros);
    }

    /** A clock was wrong: the times of this lane and of its hold are these instead. */
    public void rebase(LongUnaryOperator time, LongUnaryOperator holdTime) {
        tatMicros = time.applyAsLong(tatMicros);
        lastStartMicros = time.applyAsLong(lastStartMicros);
        seenMicros = time.applyAsLong(seenMicros);
        finishedMicros = time.applyAsLong(finishedMicros);
        crawlDelay = crawlDelay.rebased(time);
        hold.rebase(holdTime, time);
    }

    /** A lease of this lane ended. */
    public void endLease() {
        leases--;
        if (isIdle()) {
            queue.renumber();
        }
    }

    public Lane copy() {
        Lane copy = new Lane(id, siteKey, hold.copy(), queue.copy());
        copy.crawlDelay = crawlDelay;
        copy.missRatio = missRatio;
        copy.tatMicros = tatMicros;
        copy.lastStartMicros = lastStartMicros;
        copy.lastCost = lastCost;
        copy.finishedMicros = finishedMicros;
        copy.startTag = startTag;
        copy.seenMicros = seenMicros;
        copy.leases = leases;
        copy.tenure = tenure;
        return copy;
    }

    /** Its times are written as what they differ by from those of its origin: TAT, newest release, time seen. */
    public void write(StateWriter out, long tatBase, long releaseBase, long seenBase) {
        out.writeLong(id).writeString(siteKey);
        out.writeSince(tatBase, tatMicros)
                .writeSince(releaseBase, lastStartMicros)
                .writeLong(lastCost);
        out.writeSince(releaseBase, finishedMicros).writeLong(startTag);
        out.writeSince(seenBase, seenMicros).writeLong(leases);
        crawlDelay.write(out);
        missRatio.write(out);
        tenure.write(out);
        hold.write(out);
        queue.write(out);
    }

    /** With the same times of its origin, or 0 for each where they were written as they are. */
    public static Lane read(StateReader in, long tatBase, long releaseBase, long seenBase) {
        int id = in.readInt();
        String siteKey = in.readString();
        long tatMicros = in.readSince(tatBase);
        long lastStartMicros = in.readSince(releaseBase);
        int lastCost = in.readInt();
        long finishedMicros = in.readSince(releaseBase);
        long startTag = in.readLong();
        long seenMicros = in.readSince(seenBase);
        int leases = in.readInt();
        AskedDelay crawlDelay = AskedDelay.read(in);
        MissRatio missRatio = MissRatio.read(in);
        Tenure tenure = Tenure.read(in);
        Lane lane = new Lane(id, siteKey, Hold.read(in), LaneQueue.read(in));
        lane.crawlDelay = crawlDelay;
        lane.missRatio = missRatio;
        lane.tatMicros = tatMicros;
        lane.lastStartMicros = lastStartMicros;
        lane.lastCost = lastCost;
        lane.finishedMicros = finishedMicros;
        lane.startTag = startTag;
        lane.seenMicros = seenMicros;
        lane.leases = leases;
        lane.tenure = tenure;
        return lane;
    }

    private void becomeBusy(long virtualTime) {
        if (queue.isEmpty()) {
            startTag = Math.max(startTag, virtualTime);
        }
    }
}
