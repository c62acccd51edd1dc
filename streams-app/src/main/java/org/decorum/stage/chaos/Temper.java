package org.decorum.stage.chaos;

/** What an origin of the harness does beside answering well. */
public enum Temper {
    /** Nothing. */
    CALM(88),
    /** Now and then a 429 that names a delay. */
    TIRED(4),
    /** Now and then a 503 that names a delay. */
    BUSY(3),
    /** One answer in twenty is a 500. */
    SHAKY(3),
    /** Fails many times in a row, then works for a while. */
    FAILING(2);

    private final int percent;

    Temper(int percent) {
        this.percent = percent;
    }

    /** @param ticket 0 to 99 */
    static Temper of(int ticket) {
        int rest = ticket;
        for (Temper temper : values()) {
            rest -= temper.percent;
            if (rest < 0) {
                return temper;
            }
        }
        return CALM;
    }
}
