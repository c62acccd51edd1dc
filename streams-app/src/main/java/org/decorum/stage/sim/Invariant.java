package org.decorum.stage.sim;

/** What holds after every event of a simulation, whatever crashes, lags or lies. */
public enum Invariant {
    BOOKINGS_CONFORM("bookings of an origin, and of each site in it, conform to the limit in force to the microsecond"),
    STARTS_KEEP_THE_FLOOR("an origin's own log shows no start sooner than its budget, a slot and 10 ms allow"),
    MISSES_ARE_PAID(
            "an origin pays for what a cache in front of it did not have once that is known, and until then waits for one interval less at most"),
    RESTS_AFTER_FINISH("where a Crawl-delay counts from the end of a request, its site has one out and rests after it"),
    RELEASES_IN_ORDER("an origin's releases become readable in the order of release_at"),
    NOT_BEFORE("nothing is released before its not_before"),
    DEADLINE("nothing is released after its deadline"),
    HOLDS("nothing is booked before the end of a hold, and after it one probe goes first"),
    CAP(
            "an origin never has more releases outstanding than its policy allows when one is booked, nor may more be in flight"),
    ACCESS("nothing is booked while its origin or site is paused or blocked"),
    ATTEMPTS("an attempt is burnt by a failure or an expired lease only, and there are no more than the policy allows"),
    ONE_END("a request ends once, as fetched, rejected or parked"),
    NOTHING_LOST(
            "a request that was read is waiting, leased, deferred, on its way to another origin or ended, whenever one looks"),
    GIVES_WAY(
            "at a full backlog what its policy says gives way, and is rejected or parked: what comes, or of what waits nothing but the lowest priority"),
    ONE_BOOKER("a site is booked by one origin at a time, whatever aliases say and whoever has read them"),
    ONE_START("a booking starts at most once"),
    UNTOUCHED("a release carries its request's words unchanged"),
    TALLY("the gauges agree with the stores"),
    AWAKE("no origin is due while its task sleeps"),
    DRAINS("without faults a backlog drains at 99 % of its budget, and after faults it drains"),
    REMAPPED("in the end no site is booked by another origin than its alias names"),
    LEAVES_NOTHING("an idle origin is forgotten and leaves no byte behind"),
    ITERATORS("every iterator is closed");

    private final String sentence;

    Invariant(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
