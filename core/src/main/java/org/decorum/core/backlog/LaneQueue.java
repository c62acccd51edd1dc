package org.decorum.core.backlog;

import java.util.ArrayDeque;
import java.util.function.LongPredicate;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Order inside a lane: what came back first, then by priority, then by arrival. It numbers the requests and knows the
 * number of each queue's head and tail; the requests themselves are elsewhere, under their {@link Ticket}.
 */
public final class LaneQueue {

    /**
     * The next request of a lane.
     *
     * @param attempt which attempt it would be
     * @param overloads how many times it was answered that it is too much
     */
    public record Entry(long ticket, int attempt, int overloads) {

        /** With what its request had behind it when it came from another origin. */
        public Entry after(Waiting request) {
            return new Entry(ticket, Math.max(attempt, request.attempt()), Math.max(overloads, request.overloads()));
        }
    }

    private static final int TAILS = Waiting.PRIORITIES;

    /** Of a lane in which nothing waits or is leased. */
    private static final long[] IDLE = new long[2 * Waiting.PRIORITIES];

    /** The heads of all priorities, then their tails. Copies share them until one of them changes. */
    private long[] numbers = IDLE;

    private boolean numbersAreShared = true;

    /** Null until something comes back. */
    private @Nullable ArrayDeque<Entry> returned;

    /** Appends a request to the queue of its priority. */
    public long append(int lane, int priority) {
        return Ticket.of(lane, priority, ownNumbers()[TAILS + priority]++);
    }

    /** Whether requests were appended since this was written, of which the backlog tells. */
    boolean isBehind(int lane, LongPredicate isHeld) {
        for (int priority = 0; priority < Waiting.PRIORITIES; priority++) {
            if (isNextHeld(lane, priority, isHeld)) {
                return true;
            }
        }
        return false;
    }

    /** Appends those that were, and counts them. */
    int catchUp(int lane, LongPredicate isHeld) {
        int appended = 0;
        for (int priority = 0; priority < Waiting.PRIORITIES; priority++) {
            while (isNextHeld(lane, priority, isHeld)) {
                append(lane, priority);
                appended++;
            }
        }
        return appended;
    }

    /** Only where others of its priority wait is a request appended without a word in the state. */
    private boolean isNextHeld(int lane, int priority, LongPredicate isHeld) {
        return size(priority) > 0 && isHeld.test(Ticket.of(lane, priority, tail(priority)));
    }

    /** Puts a request back, ahead of everything that has not been released yet. */
    public void giveBack(Entry entry) {
        if (returned == null) {
            returned = new ArrayDeque<>(1);
        }
        returned.addLast(entry);
    }

    /** The next request. */
    public Entry peek(int lane) {
        Entry back = returned == null ? null : returned.peekFirst();
        if (back != null) {
            return back;
        }
        int priority = firstPriority();
        return new Entry(Ticket.of(lane, priority, head(priority)), 1, 0);
    }

    /** Removes the next request from the order; it keeps its ticket. */
    public void advance() {
        if (returned == null || returned.pollFirst() == null) {
            int priority = firstPriority();
            ownNumbers()[priority]++;
        }
    }

    /** How many wait that were released before. */
    public int returned() {
        return returned == null ? 0 : returned.size();
    }

    /** How many of a priority wait that were not released yet. */
    public long size(int priority) {
        return tail(priority) - head(priority);
    }

    /** Takes the newest of a priority out of the order, where there is one that was not released yet. */
    public long removeNewest(int lane, int priority) {
        if (size(priority) == 0) {
            throw new IllegalStateException("nothing waits at priority " + priority + " (expected: a request)");
        }
        return Ticket.of(lane, priority, --ownNumbers()[TAILS + priority]);
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public long size() {
        long size = returned();
        if (numbers != IDLE) {
            for (int priority = 0; priority < Waiting.PRIORITIES; priority++) {
                size += size(priority);
            }
        }
        return size;
    }

    /** Starts numbering again; only when no request of this lane waits or is leased. */
    public void renumber() {
        numbers = IDLE;
        numbersAreShared = true;
    }

    public LaneQueue copy() {
        LaneQueue copy = new LaneQueue();
        copy.numbers = numbers;
        numbersAreShared = true;
        copy.returned = returned == null || returned.isEmpty() ? null : new ArrayDeque<>(returned);
        return copy;
    }

    public void write(StateWriter out) {
        int used = 0;
        for (int priority = 0; priority < Waiting.PRIORITIES; priority++) {
            used |= tail(priority) > 0 ? 1 << priority : 0;
        }
        out.writeLong(used);
        for (int priority = 0; priority < Waiting.PRIORITIES; priority++) {
            if (tail(priority) > 0) {
                out.writeLong(head(priority)).writeLong(size(priority));
            }
        }
        out.writeLong(returned());
        if (returned != null) {
            for (Entry entry : returned) {
                out.writeLong(entry.ticket()).writeLong(entry.attempt()).writeLong(entry.overloads());
            }
        }
    }

    public static LaneQueue read(StateReader in) {
        LaneQueue queue = new LaneQueue();
        int used = in.readInt();
        if (used >>> Waiting.PRIORITIES != 0) {
            throw new CorruptStateException(
                    "priorities in use: " + used + " (expected: " + Waiting.PRIORITIES + " bits)");
        }
        for (int priority = 0; priority < Waiting.PRIORITIES; priority++) {
            if ((used & 1 << priority) != 0) {
                long head = in.readLong();
                long tail = head + in.readLong();
                if (head < 0 || tail < head || tail > Ticket.NUMBERS_MAX) {
                    throw new CorruptStateException(
                            "queue from " + head + " to " + tail + " (expected: numbers in order)");
                }
                queue.ownNumbers()[priority] = head;
                queue.ownNumbers()[TAILS + priority] = tail;
            }
        }
        for (int left = in.readCount(); left > 0; left--) {
            queue.giveBack(new Entry(in.readLong(), in.readInt(), in.readInt()));
        }
        return queue;
    }

    private long head(int priority) {
        return numbers[priority];
    }

    private long tail(int priority) {
        return numbers[TAILS + priority];
    }

    private long[] ownNumbers() {
        if (numbersAreShared) {
            numbers = numbers.clone();
            numbersAreShared = false;
        }
        return numbers;
    }

    private int firstPriority() {
        for (int priority = Waiting.PRIORITIES - 1; priority >= 0; priority--) {
            if (size(priority) > 0) {
                return priority;
            }
        }
        throw new IllegalStateException("the lane is empty (expected: a request that waits)");
    }
}
