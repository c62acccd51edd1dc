package org.decorum.stage.processor;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Small numbers for the origins that queues hold, so that an origin at work is one array of bytes and some entries of
 * arrays, and no objects: a million of them are kept in memory. A number is an origin's as long as somebody uses it, and
 * another's after that. The table from keys to numbers is probed one slot after another, and at most two thirds full.
 */
final class OriginNumbers {

    /** Instead of a number. */
    static final int NONE = -1;

    private static final int FIRST_CAPACITY = 64;

    private byte[] @Nullable [] keys = new byte[FIRST_CAPACITY][];

    /** Of the keys; at a number that is free, the number that became free before it. */
    private int[] hashes = new int[FIRST_CAPACITY];

    private byte[] uses = new byte[FIRST_CAPACITY];

    /** Numbers plus one, 0 where there is none. */
    private int[] table = new int[2 * FIRST_CAPACITY];

    /**
     * Strangers choose host names, and do not know by this which of them share a slot. Nothing that is decided depends on
     * it.
     */
    private final int factor = new SplittableRandom().nextInt() | 1;

    /** What was asked for last: queues ask for the same origin, one after the other. */
    private @Nullable String asked;

    private byte[] askedKey = {};
    private int askedHash;

    private int given;
    private int freed = NONE;
    private int size;

    /** The number of an origin, or {@link #NONE}. */
    int find(String originKey) {
        look(originKey);
        return table[slotOf(askedKey, askedHash)] - 1;
    }

    /** The number of an origin, with one use more of it. */
    int use(String originKey) {
        growTable();
        look(originKey);
        int slot = slotOf(askedKey, askedHash);
        if (table[slot] == 0) {
            table[slot] = add(askedKey, askedHash) + 1;
        }
        int number = table[slot] - 1;
        uses[number]++;
        return number;
    }

    private void look(String originKey) {
        if (originKey != asked) {
            askedKey = bytes(originKey);
            askedHash = hash(askedKey);
            asked = originKey;
        }
    }

    /** One use of it is over. */
    void release(int number) {
        if (--uses[number] == 0) {
            removeFrom(slotOf(key(number), hashes[number]));
            keys[number] = null;
            hashes[number] = freed;
            freed = number;
            size--;
        }
    }

    /** Whose number it is. */
    String keyOf(int number) {
        return new String(key(number), StandardCharsets.UTF_8);
    }

    /** Origins that have a number. */
    int size() {
        return size;
    }

    private byte[] key(int number) {
        byte[] key = keys[number];
        if (key == null) {
            throw new IllegalStateException("number " + number + " is nobody's (expected: one that is used)");
        }
        return key;
    }

    private int add(byte[] key, int hash) {
        int number = next();
        keys[number] = key;
        hashes[number] = hash;
        size++;
        return number;
    }

    private int next() {
        if (freed != NONE) {
            int number = freed;
            freed = hashes[number];
            return number;
        }
        if (given == keys.length) {
            int length = larger(given);
            keys = Arrays.copyOf(keys, length);
            hashes = Arrays.copyOf(hashes, length);
            uses = Arrays.copyOf(uses, length);
        }
        return given++;
    }

    /** By a quarter: what is not used yet is a small share of what is. */
    static int larger(int length) {
        return Math.addExact(length, length / 4);
    }

    /** Where a key is, or where there is room for it. */
    private int slotOf(byte[] key, int hash) {
        int mask = table.length - 1;
        int slot = hash & mask;
        while (table[slot] != 0 && !is(table[slot] - 1, key, hash)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean is(int number, byte[] key, int hash) {
        return hashes[number] == hash && Arrays.equals(keys[number], key);
    }

    /** So that there is room for one more. */
    private void growTable() {
        if (3L * (size + 1) > 2L * table.length) {
            int[] larger = new int[Math.multiplyExact(table.length, 2)];
            int mask = larger.length - 1;
            for (int entry : table) {
                if (entry != 0) {
                    int slot = hashes[entry - 1] & mask;
                    while (larger[slot] != 0) {
                        slot = slot + 1 & mask;
                    }
                    larger[slot] = entry;
                }
            }
            table = larger;
        }
    }

    /** Whoever was put further on, since the slot was taken, moves back: nobody is looked for beyond a gap. */
    private void removeFrom(int slot) {
        int mask = table.length - 1;
        int gap = slot;
        for (int at = gap + 1 & mask; table[at] != 0; at = at + 1 & mask) {
            int home = hashes[table[at] - 1] & mask;
            if ((at - home & mask) >= (at - gap & mask)) {
                table[gap] = table[at];
                gap = at;
            }
        }
        table[gap] = 0;
    }

    private int hash(byte[] key) {
        int hash = key.length;
        for (byte one : key) {
            hash = hash * factor + one;
        }
        // The low bits, which choose the slot, hear of all others.
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        return hash ^ hash >>> 13;
    }

    private static byte[] bytes(String originKey) {
        return originKey.getBytes(StandardCharsets.UTF_8);
    }
}
