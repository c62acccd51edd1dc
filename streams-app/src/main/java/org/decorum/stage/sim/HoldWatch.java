package org.decorum.stage.sim;

import org.jspecify.annotations.Nullable;

/** Follows one hold, of an origin or of a site in it, through committed output. */
final class HoldWatch {

    private final boolean mayBeForgotten;
    private long untilMicros = Long.MIN_VALUE;
    private boolean onProbation;
    private @Nullable String probe;

    /**
     * A scope that was never held.
     *
     * @param mayBeForgotten whether the stage may forget it, and its probe with it, without saying so
     */
    HoldWatch(boolean mayBeForgotten) {
        this.mayBeForgotten = mayBeForgotten;
    }

    void held(long micros) {
        untilMicros = Math.max(untilMicros, micros);
        onProbation = !mayBeForgotten;
        probe = null;
    }

    /** Takes note of a booking and says what is wrong with it; null if nothing is. */
    @Nullable
    String booked(Booking booking) {
        if (booking.releaseAtMicros() < untilMicros) {
            return "held until " + untilMicros + " us";
        }
        if (onProbation && probe != null) {
            return "the probe " + probe + " is still out";
        }
        probe = onProbation ? booking.release().getBookingId() : null;
        return null;
    }

    /** A booking was answered: if it was the probe, and went well, the rest may follow; else another one is. */
    void concluded(String bookingId, boolean error) {
        if (error) {
            returned(bookingId);
        } else {
            onProbation &= !bookingId.equals(probe);
        }
    }

    /** A booking came back: if it was the probe, the next one is. */
    void returned(String bookingId) {
        probe = bookingId.equals(probe) ? null : probe;
    }
}
