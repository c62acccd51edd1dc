package org.decorum.stage.error;

/**
 * A stage stopped by itself.
 *
 * @param detail the failure that it could not go on after
 */
public record Stop(StopCause cause, String detail) {

    /** Both, for people. */
    public String sentence() {
        return cause.sentence() + ": " + detail;
    }
}
