package org.decorum.core.backlog;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;

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

    private final long[] heads;
    private final long[] tails;
    private final ArrayDeque<Entry> returned;

    public LaneQueue() {
        this(new long[Waiting.PRIORITIES], new long[Waiting.PRIORITIES], new ArrayDeque<>(0));
    }

    private LaneQueue(long[] heads, long[] tails, ArrayDeque<Entry> returned) {
        this.heads = heads;
        this.tails = tails;
        this.returned = returned;
    }

    /** Appends a request to the queue of its priority. */
    public long append(int lane, int priority) {
        return Ticket.of(lane, priority, tails[priority]++);
    }

    /** Puts a request back, ahead of everything that has not been released yet. */
    public void giveBack(Entry entry) {
        returned.addLast(entry);
    }

    /** The next request. */
    public Entry peek(int lane) {
        Entry back = returned.peekFirst();
        if (back != null) {
            return back;
        }
        int priority = firstPriority();
        return new Entry(Ticket.of(lane, priority, heads[priority]), 1, 0);
    }

    /** Removes the next request from the order; it keeps its ticket. */
    public void advance() {
        if (returned.pollFirst() == null) {
            heads[firstPriority()]++;
        }
    }

    /** How many wait that were released before. */
    public int returned() {
        return returned.size();
    }

    /** How many of a priority wait that were not released yet. */
    public long size(int priority) {
        return tails[priority] - heads[priority];
    }

    /** Takes the newest of a priority out of the order, where there is one that was not released yet. */
    public long removeNewest(int lane, int priority) {
        if (size(priority) == 0) {
            throw new IllegalStateException("nothing waits at priority " + priority + " (expected: a request)");
        }
        return Ticket.of(lane, priority, --tails[priority]);
    }

    public boolean isEmpty() {
        return returned.isEmpty() && Arrays.equals(heads, tails);
    }

    public long size() {
        long size = returned.size();
        for (int priority = 0; priority < heads.length; priority++) {
            size += tails[priority] - heads[priority];
        }
        return size;
    }

    /** Starts numbering again; only when no request of this lane waits or is leased. */
    public void renumber() {
        Arrays.fill(heads, 0);
        Arrays.fill(tails, 0);
    }

    public LaneQueue copy() {
        return new LaneQueue(heads.clone(), tails.clone(), new ArrayDeque<>(returned));
    }

    public void write(StateWriter out) {
        int used = 0;
        for (int priority = 0; priority < tails.length; priority++) {
            used |= tails[priority] > 0 ? 1 << priority : 0;
        }
        out.writeLong(used);
        for (int priority = 0; priority < tails.length; priority++) {
            if (tails[priority] > 0) {
                out.writeLong(heads[priority]).writeLong(tails[priority] - heads[priority]);
            }
        }
        out.writeLong(returned.size());
        for (Entry entry : returned) {
            out.writeLong(entry.ticket()).writeLong(entry.attempt()).writeLong(entry.overloads());
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
                queue.heads[priority] = head;
                queue.tails[priority] = tail;
            }
        }
        for (int left = in.readCount(); left > 0; left--) {
            queue.returned.add(new Entry(in.readLong(), in.readInt(), in.readInt()));
        }
        return queue;
    }

    private int firstPriority() {
        for (int priority = heads.length - 1; priority >= 0; priority--) {
            if (heads[priority] < tails[priority]) {
                return priority;
            }
        }
        throw new IllegalStateException("the lane is empty (expected: a request that waits)");
    }
}
