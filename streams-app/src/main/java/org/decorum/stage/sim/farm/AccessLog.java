package org.decorum.stage.sim.farm;

import java.util.Arrays;

/**
 * What one origin saw: arrival times in microseconds and, at the same index, answers. Appended to by the farm's thread,
 * read by any.
 */
public final class AccessLog {

    private static final int CAPACITY_MIN = 8;

    private long[] arrivedMicros = new long[CAPACITY_MIN];
    private short[] statuses = new short[CAPACITY_MIN];
    private int size;

    /** Takes note of one request; called by one thread. */
    public synchronized void append(long micros, int status) {
        if (size == arrivedMicros.length) {
            arrivedMicros = Arrays.copyOf(arrivedMicros, 2 * size);
            statuses = Arrays.copyOf(statuses, 2 * size);
        }
        arrivedMicros[size] = micros;
        statuses[size] = (short) status;
        size++;
    }

    public synchronized int size() {
        return size;
    }

    /** Arrival times in the order of arrival. */
    public synchronized long[] arrivals() {
        return Arrays.copyOf(arrivedMicros, size);
    }

    /** How many requests got a status. */
    public synchronized int count(int status) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += statuses[i] == status ? 1 : 0;
        }
        return count;
    }
}
