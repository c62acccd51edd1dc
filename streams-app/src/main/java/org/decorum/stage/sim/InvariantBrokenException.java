package org.decorum.stage.sim;

import java.util.Locale;

/** Something that must always hold did not. The message says how to see it again. */
public final class InvariantBrokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Invariant invariant;

    InvariantBrokenException(Invariant invariant, String detail) {
        super(invariant + " (" + invariant.sentence() + "): " + detail);
        this.invariant = invariant;
    }

    private InvariantBrokenException(String message, InvariantBrokenException cause) {
        super(message, cause);
        this.invariant = cause.invariant;
    }

    public Invariant invariant() {
        return invariant;
    }

    InvariantBrokenException in(SimSettings settings, double seconds, long events) {
        String message = String.format(
                Locale.ROOT,
                "after %d events, at %.3f s: %s%n  again: mvn -pl streams-app -am test -Dtest=SimulationTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Ddecorum.sim.seed=%d",
                events,
                seconds,
                getMessage(),
                settings.seed());
        return new InvariantBrokenException(message, this);
    }
}
