package org.decorum.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeasesTest {

    private static final Lease TO_ORIGIN = lease(1, 0);
    private static final Lease TO_CACHE = lease(2, 5);

    private final Leases leases = new Leases();

    @Test
    void countsThoseToCachesWhateverHappensToThem() {
        leases.add(TO_ORIGIN);
        assertThat(leases.toCaches()).isZero();

        leases.add(TO_CACHE);
        leases.add(lease(3, 7));
        assertThat(leases.toCaches()).isEqualTo(2);

        leases.remove(1);
        assertThat(leases.toCaches()).isEqualTo(1);

        leases.replaceAll(lease -> lease.isToCache() ? lease.behind(9) : lease);
        assertThat(leases.toCaches()).isEqualTo(1);

        leases.set(1, TO_ORIGIN);
        assertThat(leases.toCaches()).isZero();
    }

    @Test
    void countsThemWhereSeveralGoAtOnce() {
        leases.add(TO_CACHE);
        leases.add(TO_CACHE);
        leases.add(TO_ORIGIN);

        leases.subList(0, 2).clear();

        assertThat(leases).containsExactly(TO_ORIGIN);
        assertThat(leases.toCaches()).isZero();
    }

    @Test
    void aCopyGoesItsOwnWay() {
        leases.add(TO_CACHE);
        Leases copy = leases.copy();

        copy.clear();

        assertThat(copy.toCaches()).isZero();
        assertThat(leases).containsExactly(TO_CACHE);
        assertThat(leases.toCaches()).isEqualTo(1);
    }

    private static Lease lease(int number, long expectedMicros) {
        return new Lease(new BookingId(0, number), 0, 1, 0, 0, expectedMicros, 0, 1, 0, 0);
    }
}
