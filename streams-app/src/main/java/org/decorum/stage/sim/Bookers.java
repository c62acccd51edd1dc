package org.decorum.stage.sim;

import java.util.HashMap;
import java.util.Map;

/** Who may book each site: its home, until a site is given and taken. */
final class Bookers {

    private static final String ON_ITS_WAY = "nobody";

    private final Map<String, String> bookers = new HashMap<>();
    private int transfers;

    void given(String siteKey, String originKey) {
        require(siteKey, originKey);
        bookers.put(siteKey, ON_ITS_WAY);
    }

    void taken(String siteKey, String originKey) {
        require(siteKey, ON_ITS_WAY);
        bookers.put(siteKey, originKey);
        transfers++;
    }

    /** Whoever books it must be the one. */
    void booked(String siteKey, String originKey, String natural) {
        String booker = bookers.getOrDefault(siteKey, natural);
        if (!booker.equals(originKey)) {
            throw new InvariantBrokenException(
                    Invariant.ONE_BOOKER, siteKey + " was booked by " + originKey + " (expected: " + booker + ")");
        }
    }

    int transfers() {
        return transfers;
    }

    private void require(String siteKey, String expected) {
        String booker = bookers.getOrDefault(siteKey, siteKey);
        if (!booker.equals(expected)) {
            throw new InvariantBrokenException(
                    Invariant.ONE_BOOKER, siteKey + " is with " + booker + " (expected: " + expected + ")");
        }
    }
}
