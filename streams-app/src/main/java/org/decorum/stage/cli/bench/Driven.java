package org.decorum.stage.cli.bench;

/** What a load drives. */
interface Driven {

    /** How much of what was published does not count as outstanding any more. */
    long answered();

    /** How much has come to its end. */
    long done();

    /** How much was reported after its slot was over; 0 where there are no slots. */
    default long late() {
        return 0;
    }

    /** Throws if it has stopped by itself. */
    void check();
}
