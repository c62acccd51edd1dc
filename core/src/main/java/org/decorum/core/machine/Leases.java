package org.decorum.core.machine;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** The leases of an origin in the order of their bookings. It knows without a search whether any goes to a cache. */
final class Leases extends AbstractList<Lease> {

    private final List<Lease> leases;
    private int toCaches;

    Leases() {
        this.leases = new ArrayList<>(1);
    }

    private Leases(Leases other) {
        this.leases = new ArrayList<>(other.leases);
        this.toCaches = other.toCaches;
    }

    Leases copy() {
        return new Leases(this);
    }

    /** How many go to a cache, not to the origin itself. */
    int toCaches() {
        return toCaches;
    }

    @Override
    public Lease get(int index) {
        return leases.get(index);
    }

    @Override
    public int size() {
        return leases.size();
    }

    @Override
    public void add(int index, Lease lease) {
        leases.add(index, lease);
        toCaches += count(lease);
    }

    @Override
    public Lease set(int index, Lease lease) {
        Lease replaced = leases.set(index, lease);
        toCaches += count(lease) - count(replaced);
        return replaced;
    }

    @Override
    public Lease remove(int index) {
        Lease removed = leases.remove(index);
        toCaches -= count(removed);
        return removed;
    }

    private static int count(Lease lease) {
        return lease.isToCache() ? 1 : 0;
    }
}
