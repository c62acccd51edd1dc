package org.decorum.core.machine;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;

/**
 * The leases of an origin in the order of their bookings. It knows without a search whether any goes to a cache. Copies
 * share them until one of them changes.
 */
final class Leases extends AbstractList<Lease> {

    private static final Lease[] NONE = new Lease[0];

    /** The first {@link #size} are leases. */
    private Lease[] leases = NONE;

    private int size;
    private int toCaches;
    private boolean isShared = true;

    Leases copy() {
        Leases copy = new Leases();
        copy.leases = leases;
        copy.size = size;
        copy.toCaches = toCaches;
        isShared = true;
        return copy;
    }

    /** How many go to a cache, not to the origin itself. */
    int toCaches() {
        return toCaches;
    }

    @Override
    public Lease get(int index) {
        return leases[Objects.checkIndex(index, size)];
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void add(int index, Lease lease) {
        Lease[] before = leases;
        if (isShared || size == before.length) {
            leases = new Lease[size + size / 2 + 1];
            isShared = false;
            System.arraycopy(before, 0, leases, 0, index);
        }
        System.arraycopy(before, index, leases, index + 1, size - index);
        leases[index] = lease;
        size++;
        toCaches += count(lease);
        modCount++;
    }

    @Override
    public Lease set(int index, Lease lease) {
        Lease replaced = get(index);
        if (isShared) {
            leases = Arrays.copyOf(leases, size);
            isShared = false;
        }
        leases[index] = lease;
        toCaches += count(lease) - count(replaced);
        return replaced;
    }

    @Override
    public Lease remove(int index) {
        Lease removed = get(index);
        removeRange(index, index + 1);
        return removed;
    }

    @Override
    protected void removeRange(int from, int to) {
        Lease[] before = leases;
        int left = size - (to - from);
        for (int index = from; index < to; index++) {
            toCaches -= count(before[index]);
        }
        if (isShared) {
            leases = new Lease[left];
            isShared = false;
            System.arraycopy(before, 0, leases, 0, from);
        }
        System.arraycopy(before, to, leases, from, size - to);
        Arrays.fill(leases, left, Math.min(size, leases.length), null);
        size = left;
        modCount++;
    }

    private static int count(Lease lease) {
        return lease.isToCache() ? 1 : 0;
    }
}
