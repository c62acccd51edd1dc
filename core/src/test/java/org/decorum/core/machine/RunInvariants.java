package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decorum.core.backoff.HoldCause;

/**
 * What holds of runs of failures, counted from effects and reports alone: a site, or an origin of one site, is held for
 * its failures when as many in a row as the policy says were booked after its last hold, and never otherwise.
 */
final class RunInvariants {

    private final HoldInvariants holds;
    private final Map<BookingId, String> out = new HashMap<>();
    private final Map<String, Integer> runs = new HashMap<>();
    private final Map<String, Long> incidents = new HashMap<>();
    private long originIncident;
    private long newest;

    /** Asks these, before they have heard of a report, whether it is about a probe. */
    RunInvariants(HoldInvariants holds) {
        this.holds = holds;
    }

    void check(OriginEvent event, List<OriginEffect> effects, OriginState after, int failureRun) {
        Optional<Optional<String>> expected = report(event, after, failureRun);
        List<OriginEffect.Held> held = TestOrigin.only(OriginEffect.Held.class, effects);
        List<OriginEffect.Held> forFailures =
                held.stream().filter(hold -> hold.cause() == HoldCause.FAILURES).toList();
        if (expected.isPresent()) {
            assertThat(forFailures)
                    .as("holds for failures")
                    .extracting(OriginEffect.Held::siteKey)
                    .contains(expected.get());
        } else {
            assertThat(forFailures).as("holds for failures").isEmpty();
        }
        held.forEach(this::hold);
        for (OriginEffect.Released released : TestOrigin.only(OriginEffect.Released.class, effects)) {
            Lease lease = released.lease();
            out.put(lease.booking(), after.lane(lease.ticket()).siteKey());
            newest = lease.booking().number();
        }
        out.keySet()
                .removeIf(booking -> after.leases().stream()
                        .noneMatch(lease -> lease.booking().equals(booking)));
    }

    /** Whom a report must hold for its failures. */
    private Optional<Optional<String>> report(OriginEvent event, OriginState after, int failureRun) {
        if (!(event instanceof OriginEvent.Reported reported) || !out.containsKey(reported.booking())) {
            return Optional.empty();
        }
        String site = out.get(reported.booking());
        int status = reported.status().orElse(200);
        boolean answered = reported.outcome() == Outcome.FETCHED;
        if (answered && status < 500 && status != 429) {
            runs.remove(site);
        }
        boolean failed = reported.outcome() == Outcome.FAILED || (answered && status >= 500 && status != 503);
        long number = reported.booking().number();
        boolean counts = number > originIncident && number > incidents.getOrDefault(site, 0L);
        if (!failed || !counts || holds.isProbe(reported.booking()) || runs.merge(site, 1, Integer::sum) < failureRun) {
            return Optional.empty();
        }
        return Optional.of(after.lanes().size() == 1 ? Optional.empty() : Optional.of(site));
    }

    private void hold(OriginEffect.Held held) {
        if (held.siteKey().isPresent()) {
            incidents.put(held.siteKey().get(), newest);
            runs.remove(held.siteKey().get());
        } else {
            originIncident = newest;
            runs.clear();
        }
    }
}
