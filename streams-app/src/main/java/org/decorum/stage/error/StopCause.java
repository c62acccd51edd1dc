package org.decorum.stage.error;

/** Why a stage stopped by itself, which it does only where waiting and starting threads anew cannot help. */
public enum StopCause {
    UNAUTHORIZED("Kafka refuses what the stage needs to do"),
    UNREADABLE_STATE("what is stored of an origin cannot be read"),
    FAILING("its threads failed again and again"),
    BROKEN_PROCESS("the process itself is broken"),
    WITHOUT_TABLES("policies and aliases cannot be followed any more"),
    GENERATION_OVER("a reshard is under way, or has put another generation in force");

    private final String sentence;

    StopCause(String sentence) {
        this.sentence = sentence;
    }

    /** In words. */
    public String sentence() {
        return sentence;
    }
}
