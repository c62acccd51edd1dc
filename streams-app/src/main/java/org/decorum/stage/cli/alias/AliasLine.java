package org.decorum.stage.cli.alias;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decorum.schema.OriginAlias;
import org.jspecify.annotations.Nullable;

/**
 * One line of an {@link AliasFile}. A word with blanks in it, and evidence of several lines, is quoted as a string of JSON.
 *
 * @param evidence null for none
 */
record AliasLine(
        String key,
        String originKey,
        String saidBy,
        double confidence,
        @Nullable String evidence) {

    static final String HEADER =
            "# HOST                          ORIGIN                   SAID-BY  CONFIDENCE  # EVIDENCE";

    private static final String FORM = "(expected: HOST ORIGIN SAID-BY [CONFIDENCE] [# EVIDENCE])";
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /**
     * Nothing for a line that says nothing.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    static Optional<AliasLine> parse(String line) {
        List<String> words = new ArrayList<>();
        @Nullable String evidence = null;
        for (int at = visible(line, 0); at < line.length() && evidence == null; at = visible(line, at)) {
            if (line.charAt(at) == '#') {
                evidence = line.substring(at + 1).strip();
            } else {
                int end = wordEnd(line, at);
                words.add(unquoted(line.substring(at, end)));
                at = end;
            }
        }
        if (words.isEmpty()) {
            return Optional.empty();
        }
        if (words.size() < 3 || words.size() > 4) {
            throw new IllegalArgumentException(words.size() + " words " + FORM);
        }
        return Optional.of(new AliasLine(
                words.get(0),
                words.get(1),
                words.get(2),
                words.size() == 3 ? 1 : confidence(words.get(3)),
                evidence == null || evidence.isEmpty() ? null : text(evidence)));
    }

    static AliasLine of(String key, OriginAlias alias) {
        return new AliasLine(key, alias.getOriginKey(), alias.getSaidBy(), alias.getConfidence(), alias.getEvidence());
    }

    OriginAlias alias(Instant decidedAt) {
        return OriginAlias.newBuilder()
                .setOriginKey(originKey)
                .setSaidBy(saidBy)
                .setConfidence(confidence)
                .setEvidence(evidence)
                .setUpdatedAt(decidedAt)
                .build();
    }

    /** As {@link #parse} reads it. Columns have fixed widths, so that a new line changes no other one. */
    String text() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-31s %-24s %s", key, originKey, word()));
        if (confidence != 1) {
            text.append("  ").append(confidence);
        }
        if (evidence != null) {
            boolean plain = evidence.equals(evidence.strip())
                    && !evidence.startsWith("\"")
                    && evidence.chars().noneMatch(Character::isISOControl);
            text.append("  # ").append(plain ? evidence : quoted(evidence));
        }
        return text.toString();
    }

    private String word() {
        boolean plain = saidBy.chars()
                .noneMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c) || c == '"' || c == '#');
        return plain ? saidBy : quoted(saidBy);
    }

    private static double confidence(String word) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(word + ": not a confidence, 0 to 1 " + FORM, notANumber);
        }
    }

    private static int visible(String line, int from) {
        int at = from;
        while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int wordEnd(String line, int from) {
        boolean quoted = line.charAt(from) == '"';
        int at = from + 1;
        while (at < line.length() && (quoted ? line.charAt(at) != '"' : !Character.isWhitespace(line.charAt(at)))) {
            at += quoted && line.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(quoted ? at + 1 : at, line.length());
    }

    private static String quoted(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a string is JSON", impossible);
        }
    }

    /** People who do not know of the quoting may begin evidence with a quotation. */
    private static String text(String evidence) {
        try {
            return unquoted(evidence);
        } catch (IllegalArgumentException plain) {
            return evidence;
        }
    }

    private static String unquoted(String word) {
        try {
            return word.startsWith("\"") ? JSON.readValue(word, String.class) : word;
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(word + " (expected: a string of JSON, quoted)", malformed);
        }
    }
}
