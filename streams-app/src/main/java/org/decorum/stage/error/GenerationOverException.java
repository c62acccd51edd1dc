package org.decorum.stage.error;

/** The generation that this stage belongs to is not in force any more, or is being replaced: no restart helps. */
public final class GenerationOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public GenerationOverException(String message) {
        super(message);
    }
}
