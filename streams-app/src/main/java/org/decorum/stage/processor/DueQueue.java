package org.decorum.stage.processor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which origin needs a look when: a binary heap by time with at most one entry an origin, which can be moved. It lives
 * in memory only and is rebuilt from the origins' states. Its entries are numbers in arrays: 16 bytes an origin, beside
 * what {@link OriginNumbers} takes for those of all queues of a task.
 */
final class DueQueue {

    private static final int NONE = OriginNumbers.NONE;
    private static final int FIRST_CAPACITY = 64;

    private final OriginNumbers origins;

    /** By place in the heap. */
    private long[] dueMicros = new long[FIRST_CAPACITY];

    private int[] numbers = new int[FIRST_CAPACITY];

    /** By an origin's number: its place in the heap plus one, 0 where it has none. */
    private int[] places = new int[FIRST_CAPACITY];

    private int size;

    /** @param origins that it shares with other queues of its task */
    DueQueue(OriginNumbers origins) {
        this.origins = origins;
    }

    /** Sets when an origin is due; {@link Long#MAX_VALUE} takes it out. */
    void put(String originKey, long dueMicros) {
        put(originKey, placeOf(originKey), dueMicros);
    }

    /** An origin is due then, unless it is earlier already. */
    void putNoLater(String originKey, long dueMicros) {
        int place = placeOf(originKey);
        if (place == NONE || this.dueMicros[place] > dueMicros) {
            put(originKey, place, dueMicros);
        }
    }

    /** Takes out the origin that is due first, if it is due by now. */
    @Nullable
    String poll(long nowMicros) {
        if (size == 0 || dueMicros[0] > nowMicros) {
            return null;
        }
        String first = origins.keyOf(numbers[0]);
        remove(0);
        return first;
    }

    /** When the first origin is due; {@link Long#MAX_VALUE} if none is. */
    long firstDueMicros() {
        return size == 0 ? Long.MAX_VALUE : dueMicros[0];
    }

    int size() {
        return size;
    }

    private void put(String originKey, int place, long dueMicros) {
        if (dueMicros != Long.MAX_VALUE) {
            int moved = place == NONE ? add(originKey) : place;
            this.dueMicros[moved] = dueMicros;
            siftDown(siftUp(moved));
        } else if (place != NONE) {
            remove(place);
        }
    }

    private int placeOf(String originKey) {
        int number = origins.find(originKey);
        return number == NONE || number >= places.length ? NONE : places[number] - 1;
    }

    private int add(String originKey) {
        int number = origins.use(originKey);
        if (size == numbers.length) {
            int length = OriginNumbers.larger(size);
            numbers = Arrays.copyOf(numbers, length);
            dueMicros = Arrays.copyOf(dueMicros, length);
        }
        if (number >= places.length) {
            places = Arrays.copyOf(places, Math.max(number + 1, OriginNumbers.larger(places.length)));
        }
        numbers[size] = number;
        places[number] = size + 1;
        return size++;
    }

    private void remove(int place) {
        int number = numbers[place];
        places[number] = 0;
        origins.release(number);
        size--;
        if (place != size) {
            numbers[place] = numbers[size];
            dueMicros[place] = dueMicros[size];
            places[numbers[place]] = place + 1;
            siftDown(siftUp(place));
        }
    }

    private int siftUp(int from) {
        int place = from;
        while (place > 0 && dueMicros[(place - 1) / 2] > dueMicros[place]) {
            swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
        return place;
    }

    private void siftDown(int from) {
        int place = from;
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            int earlier = child + 1 < size && dueMicros[child + 1] < dueMicros[child] ? child + 1 : child;
            if (dueMicros[place] <= dueMicros[earlier]) {
                return;
            }
            swap(place, earlier);
            place = earlier;
        }
    }

    private void swap(int a, int b) {
        int number = numbers[a];
        long due = dueMicros[a];
        numbers[a] = numbers[b];
        dueMicros[a] = dueMicros[b];
        numbers[b] = number;
        dueMicros[b] = due;
        places[numbers[a]] = a + 1;
        places[numbers[b]] = b + 1;
    }
}
