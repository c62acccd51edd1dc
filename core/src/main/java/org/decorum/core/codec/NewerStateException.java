package org.decorum.core.codec;

/**
 * Stored bytes of a later release, which this one must not guess at: what it does not know of may be a hold. No second try
 * helps, only that release or a later one.
 */
public final class NewerStateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NewerStateException(String what, int version, int newest) {
        super(what + " version: " + version + " (expected: at most " + newest
                + "): a later release wrote it; run that release or a newer one");
    }
}
