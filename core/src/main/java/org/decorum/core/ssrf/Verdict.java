package org.decorum.core.ssrf;

/** Whether a crawler may be sent to an address or a host. */
public sealed interface Verdict {
    Verdict PUBLIC = new Public();

    boolean isBlocked();

    /** {@code PUBLIC}, {@code ALLOW:<range>} or {@code BLOCK:<range>}. */
    String printed();

    record Public() implements Verdict {
        @Override
        public boolean isBlocked() {
            return false;
        }

        @Override
        public String printed() {
            return "PUBLIC";
        }
    }

    /**
     * Not public, but on the allow list of somebody who crawls a network of their own.
     *
     * @param range the listed range, or {@code localhost-name}
     */
    record Allowed(String range) implements Verdict {
        @Override
        public boolean isBlocked() {
            return false;
        }

        @Override
        public String printed() {
            return "ALLOW:" + range;
        }
    }

    /**
     * Not to be asked by a crawler.
     *
     * @param range name of the special-purpose range or kind of name that is in the way
     */
    record Blocked(String range) implements Verdict {
        @Override
        public boolean isBlocked() {
            return true;
        }

        @Override
        public String printed() {
            return "BLOCK:" + range;
        }
    }
}
