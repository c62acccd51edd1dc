package org.decorum.wire.text;

import java.util.Collection;
import java.util.Optional;

/** The known name that a mistyped one probably meant: least Levenshtein distance, no further than a third of its length, at least 2. */
public final class Closest {

    private static final int NAME_CHARS_MAX = 64;

    private Closest() {}

    public static Optional<String> to(String mistyped, Collection<String> known) {
        if (mistyped.length() > NAME_CHARS_MAX) {
            return Optional.empty();
        }
        String best = "";
        int bestDistance = Math.max(2, mistyped.length() / 3) + 1;
        for (String name : known) {
            int distance = distance(mistyped, name);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = name;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    private static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[b.length()];
    }
}
