package org.decorum.stage.capacity;

/** First in, first out, without boxes. */
final class IntQueue {

    private int[] ring = new int[64];
    private int head;
    private int size;

    void add(int value) {
        if (size == ring.length) {
            int[] larger = new int[size * 2];
            for (int i = 0; i < size; i++) {
                larger[i] = ring[(head + i) & (size - 1)];
            }
            ring = larger;
            head = 0;
        }
        ring[(head + size++) & (ring.length - 1)] = value;
    }

    int take() {
        int value = ring[head];
        head = (head + 1) & (ring.length - 1);
        size--;
        return value;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
