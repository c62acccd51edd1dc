package org.decorum.stage.bench.peers;

/** A peer cannot be measured here; the message says what is missing. */
public final class PeerAbsent extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PeerAbsent(String message) {
        super(message);
    }
}
