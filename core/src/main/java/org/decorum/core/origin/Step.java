package org.decorum.core.origin;

/** One thing that was done to a host on the way to its key, worth telling a person who asks why. */
public enum Step {
    LOWER_CASED("host lower-cased"),
    PERCENT_DECODED("percent-encoding in the host decoded"),
    IDNA_MAPPED("internationalised name mapped by UTS-46"),
    ADDRESS_NORMALISED("address written in its one canonical form"),
    ROOT_DOT_REMOVED("root dot removed"),
    WWW_REMOVED("www. removed: what remains has a registrable domain"),
    WWW_KEPT("www. kept: what remains is a public suffix");

    private final String sentence;

    Step(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }

    int bit() {
        return 1 << ordinal();
    }
}
