package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What holds of holds, told from effects and reports alone: no release inside one, none that gets shorter, an epoch that
 * grows with each, and after one no second release to its scope before the first was answered well.
 */
final class HoldInvariants {

    private static final Optional<String> ORIGIN = Optional.empty();

    /** A scope on probation, and the bookings that are out since its last hold. */
    private final Map<Optional<String>, Set<BookingId>> probation = new HashMap<>();

    private final Map<Optional<String>, Long> untilMicros = new HashMap<>();
    private long epoch;

    long untilMicros(String site) {
        return Math.max(
                untilMicros.getOrDefault(ORIGIN, Long.MIN_VALUE),
                untilMicros.getOrDefault(Optional.of(site), Long.MIN_VALUE));
    }

    boolean isProbe(BookingId booking) {
        return probation.values().stream().anyMatch(out -> out.contains(booking));
    }

    /** A good answer ends the probation of the scopes whose probe it is about; after a bad one there is another probe. */
    void report(OriginEvent event) {
        if (!(event instanceof OriginEvent.Reported reported) || reported.outcome() != Outcome.FETCHED) {
            return;
        }
        if (reported.status().orElse(200) >= 500) {
            probation.values().forEach(out -> out.remove(reported.booking()));
        } else if (!reported.isOverload()) {
            probation.values().removeIf(out -> out.contains(reported.booking()));
        }
    }

    void check(OriginState after) {
        assertThat(after.epoch()).as("the epoch grows with holds only").isEqualTo(epoch);
    }

    void follow(OriginEffect effect, OriginState after) {
        if (effect instanceof OriginEffect.Held held) {
            assertThat(held.untilMicros())
                    .as("a hold gets longer")
                    .isGreaterThan(untilMicros.getOrDefault(held.siteKey(), Long.MIN_VALUE));
            assertThat(held.epoch()).as("the epoch of a hold").isBetween(epoch, after.epoch());
            untilMicros.put(held.siteKey(), held.untilMicros());
            probation.put(held.siteKey(), new HashSet<>());
            epoch = held.epoch();
        } else if (effect instanceof OriginEffect.Released released) {
            BookingId booking = released.lease().booking();
            assertThat(released.epoch()).as("the epoch of a release").isEqualTo(after.epoch());
            go(ORIGIN, booking);
            go(Optional.of(after.lane(released.lease().ticket()).siteKey()), booking);
        } else if (effect instanceof OriginEffect.Returned returned) {
            back(returned.lease());
        } else if (effect instanceof OriginEffect.Dropped) {
            probation
                    .values()
                    .forEach(out -> out.removeIf(booking -> after.leases().stream()
                            .noneMatch(lease -> lease.booking().equals(booking))));
        }
    }

    private void go(Optional<String> scope, BookingId booking) {
        Set<BookingId> out = probation.get(scope);
        if (out != null) {
            assertThat(out).as("only one probe of " + scope + " is out").isEmpty();
            out.add(booking);
        }
    }

    private void back(Lease lease) {
        probation.values().forEach(out -> out.remove(lease.booking()));
    }
}
