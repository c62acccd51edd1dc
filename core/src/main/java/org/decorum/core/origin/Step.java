package org.decorum.core.origin;

/** One thing that was done to a host on the way to its key, worth telling a person who asks why. */
public enum Step {
    LOWER_CASED(1, "host lower-cased"),
    PERCENT_DECODED(1 << 1, "percent-encoding in the host decoded"),
    IDNA_MAPPED(1 << 2, "internationalised name mapped by UTS-46"),
    ADDRESS_NORMALISED(1 << 3, "address written in its one canonical form"),
    ROOT_DOT_REMOVED(1 << 4, "root dot removed"),
    WWW_REMOVED(1 << 5, "www. removed: what remains has a registrable domain"),
    WWW_KEPT(1 << 6, "www. kept: what remains is a public suffix or an object store");

    private final int bit;
    private final String sentence;

    Step(int bit, String sentence) {
        this.bit = bit;
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }

    int bit() {
        return bit;
    }
}
