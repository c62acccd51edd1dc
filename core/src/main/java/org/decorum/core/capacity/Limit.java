package org.decorum.core.capacity;

/** What may bind: each asks for a number of instances of its own. */
public enum Limit {
    SPARE("instances that may fail, and one that is left"),
    THREAD("the busiest stream thread"),
    CPU("CPU of an instance"),
    MEMORY("memory of an instance"),
    DISK("disk of an instance"),
    RESTORE("time to restore an instance's share");

    private final String words;

    Limit(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
