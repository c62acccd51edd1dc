package org.decorum.stage.bench.peers;

/** Clients of peers lie beside the stage's libraries, and not in every installation. */
final class Clients {

    private Clients() {}

    static void require(String className) {
        try {
            var unused = Class.forName(className);
        } catch (ClassNotFoundException missing) {
            throw new PeerAbsent("its client " + className
                    + " is not in this installation (expected: a source tree's ./decorum, which has it)");
        }
    }
}
