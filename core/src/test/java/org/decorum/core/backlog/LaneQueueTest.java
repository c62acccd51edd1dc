package org.decorum.core.backlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.decorum.core.codec.CorruptStateException;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.junit.jupiter.api.Test;

class LaneQueueTest {

    private static final int LANE = 5;

    private final LaneQueue queue = new LaneQueue();

    @Test
    void servesByPriorityThenByArrival() {
        long low = queue.append(LANE, 0);
        long firstHigh = queue.append(LANE, 9);
        long secondHigh = queue.append(LANE, 9);
        long middle = queue.append(LANE, 4);
        assertThat(served(queue)).containsExactly(firstHigh, secondHigh, middle, low);
    }

    @Test
    void servesWhatCameBackFirstInTheOrderOfComingBack() {
        long first = queue.append(LANE, 4);
        long second = queue.append(LANE, 4);
        queue.advance();
        queue.advance();
        long urgent = queue.append(LANE, 9);
        queue.giveBack(new LaneQueue.Entry(second, 2, 1));
        queue.giveBack(new LaneQueue.Entry(first, 1, 0));
        assertThat(queue.peek(LANE)).isEqualTo(new LaneQueue.Entry(second, 2, 1));
        assertThat(served(queue)).containsExactly(second, first, urgent);
    }

    @Test
    void numbersTheTicketsOfOneQueueConsecutively() {
        long first = queue.append(LANE, 3);
        assertThat(queue.append(LANE, 3)).isEqualTo(first + 1);
        queue.advance();
        assertThat(queue.append(LANE, 3)).isEqualTo(first + 2);
        assertThat(Ticket.lane(first)).isEqualTo(LANE);
    }

    @Test
    void peekingChangesNothingAndACopyIsIndependent() {
        long ticket = queue.append(LANE, 1);
        LaneQueue copy = queue.copy();
        assertThat(queue.peek(LANE)).isEqualTo(queue.peek(LANE));
        copy.advance();
        copy.giveBack(new LaneQueue.Entry(ticket, 3, 0));
        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.peek(LANE)).isEqualTo(new LaneQueue.Entry(ticket, 1, 0));
    }

    @Test
    void whatIsCopiedMayChangeAndItsCopyStays() {
        long first = queue.append(LANE, 1);
        LaneQueue copy = queue.copy();
        LaneQueue copyOfCopy = copy.copy();
        queue.append(LANE, 1);
        queue.advance();
        copy.append(LANE, 4);
        assertThat(queue.peek(LANE).ticket()).isEqualTo(first + 1);
        assertThat(copy.size()).isEqualTo(2);
        assertThat(copyOfCopy.size()).isEqualTo(1);
        assertThat(new LaneQueue().isEmpty()).isTrue();
    }

    @Test
    void startsNumberingAgainWhenTold() {
        long first = queue.append(LANE, 2);
        queue.advance();
        queue.renumber();
        assertThat(queue.append(LANE, 2)).isEqualTo(first);
    }

    @Test
    void refusesToServeFromAnEmptyQueue() {
        assertThatIllegalStateException().isThrownBy(() -> queue.peek(LANE));
        assertThatIllegalStateException().isThrownBy(queue::advance);
    }

    @Test
    void readsBackWhatItWrote() {
        for (int priority = 0; priority < Waiting.PRIORITIES; priority += 3) {
            queue.append(LANE, priority);
            queue.append(LANE, priority);
        }
        long ticket = queue.peek(LANE).ticket();
        queue.advance();
        queue.giveBack(new LaneQueue.Entry(ticket, 7, 4));
        StateWriter out = new StateWriter();
        queue.write(out);
        LaneQueue read = LaneQueue.read(new StateReader(out.toBytes()));
        assertThat(read.size()).isEqualTo(queue.size());
        assertThat(read.peek(LANE)).isEqualTo(new LaneQueue.Entry(ticket, 7, 4));
        assertThat(served(read)).isEqualTo(served(queue));
    }

    @Test
    void recognisesQueuesThatCannotHaveBeenWritten() {
        assertCorrupt(new StateWriter().writeLong(1L << Waiting.PRIORITIES));
        assertCorrupt(new StateWriter().writeLong(-1));
        assertCorrupt(new StateWriter().writeLong(1).writeLong(-1).writeLong(1));
        assertCorrupt(new StateWriter().writeLong(1).writeLong(3).writeLong(-1));
        assertCorrupt(new StateWriter().writeLong(1).writeLong(3).writeLong(Long.MAX_VALUE));
    }

    @Test
    void aTicketHoldsTheLastLaneThePriorityAndTheLastNumber() {
        long ticket = Ticket.of(Ticket.LANES_MAX - 1, 9, Ticket.NUMBERS_MAX - 1);
        assertThat(ticket).isPositive();
        assertThat(Ticket.lane(ticket)).isEqualTo(Ticket.LANES_MAX - 1);
        assertThat(ticket).isNotEqualTo(Ticket.of(Ticket.LANES_MAX - 1, 8, Ticket.NUMBERS_MAX - 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Ticket.of(Ticket.LANES_MAX, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Ticket.of(0, 0, Ticket.NUMBERS_MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> Ticket.of(0, 0, -1));
    }

    @Test
    void aRequestHasAPriorityOfZeroToNineAndACost() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Waiting("a.example", 10, 1, 0, 0))
                .withMessage("priority: 10 (expected: 0 to 9)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Waiting("a.example", 0, 0, 0, 0))
                .withMessage("cost: 0 (expected: >= 1)");
    }

    private static void assertCorrupt(StateWriter out) {
        byte[] bytes = out.writeLong(0).toBytes();
        assertThatExceptionOfType(CorruptStateException.class).isThrownBy(() -> LaneQueue.read(new StateReader(bytes)));
    }

    private static List<Long> served(LaneQueue queue) {
        List<Long> tickets = new ArrayList<>();
        while (!queue.isEmpty()) {
            tickets.add(queue.peek(LANE).ticket());
            queue.advance();
        }
        return tickets;
    }
}
