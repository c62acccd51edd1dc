package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.decorum.core.origin.KeyResult.Keyed;
import org.decorum.core.origin.KeyResult.Rejected;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestReporter;

/** Seeded fuzzing with URLs made of the pieces that parsers trip over; the seed replays a failure. */
class OriginKeyerFuzzTest {
    private static final long SEED = 20_261_130L;

    private static final List<String> PIECES = List.of(
            "http:",
            "https:",
            "HTTP:",
            "ftp:",
            "//",
            "/",
            "\\",
            "\\\\",
            "?",
            "#",
            "@",
            ":",
            ":80",
            ":99999",
            "[",
            "]",
            "[::1]",
            "[::ffff:",
            "::",
            "%",
            "%2e",
            "%2F",
            "%00",
            "%C3%BC",
            "%FF",
            ".",
            "..",
            "\u3002",
            "\uff0e",
            "www.",
            "WWW.",
            "www",
            "example",
            "EXAMPLE",
            "com",
            "co.uk",
            "github.io",
            "localhost",
            "127",
            "0x7f",
            "0177",
            "1",
            "256",
            "4294967296",
            "xn--",
            "xn--mnchen-3ya",
            "xn--a",
            "\u00fc",
            "u\u0308",
            "\u00df",
            "\u0130",
            "\u212a",
            "\u200d",
            "\u00ad",
            "\ufffd",
            "\ud800",
            "\udc00",
            "\ud83d\udc31",
            "\u05d0",
            "\u0661",
            "\t",
            "\n",
            "\r",
            " ",
            "\u0000",
            "\u007f",
            "-",
            "--",
            "_",
            "*",
            "$",
            "{",
            "}",
            "<",
            ">",
            "^",
            "|",
            "s3",
            "s3-",
            ".s3.",
            "amazonaws",
            ".amazonaws.com",
            "us-east-1",
            "storage",
            ".googleapis.com",
            ".blob.core.windows.net",
            "bucket",
            "a",
            "b",
            ".r2.cloudflarestorage.com",
            ".digitaloceanspaces.com",
            "nyc3",
            "unsafe",
            "300x200",
            "img.",
            "fileId=4_z1_",
            ".backblazeb2.com",
            "f001",
            "file",
            "=",
            "&",
            "n",
            "p",
            "objectstorage.",
            ".oraclecloud.com",
            "\u4e2d\u56fd");

    private final OriginKeyer keyer = OriginKeyer.bundled();

    @Test
    void aHundredThousandUrlsNeverThrowAndKeyStably(TestInfo test, TestReporter reporter) {
        fuzz(100_000, reporter, test);
    }

    @Test
    @Tag("slow")
    void tenMillionUrlsNeverThrowAndKeyStably(TestInfo test, TestReporter reporter) {
        fuzz(10_000_000, reporter, test);
    }

    private void fuzz(int count, TestReporter reporter, TestInfo test) {
        SplittableRandom random = new SplittableRandom(SEED);
        Map<Rejection, Integer> rejected = new EnumMap<>(Rejection.class);
        Map<OriginKind, Integer> keyed = new EnumMap<>(OriginKind.class);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            String url = url(random);
            try {
                KeyResult result = keyer.key(url);
                if (result instanceof Keyed found) {
                    KeyInvariants.check(keyer, found);
                    keyed.merge(found.kind(), 1, Integer::sum);
                } else {
                    rejected.merge(((Rejected) result).reason(), 1, Integer::sum);
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + SEED + ", input " + i + ": " + escaped(url), e);
            }
        }
        long perSecond = Math.round(count * 1e9 / (System.nanoTime() - start));
        reporter.publishEntry(Map.of(
                "test",
                test.getDisplayName(),
                "inputs",
                "" + count,
                "per second, with checks",
                "" + perSecond,
                "keyed",
                keyed.toString(),
                "rejected",
                rejected.toString()));
        assertThat(keyed.keySet()).contains(OriginKind.SITE, OriginKind.OBJECT_STORE);
        assertThat(rejected.keySet()).contains(Rejection.PARSE, Rejection.SCHEME, Rejection.EMPTY_LABEL);
    }

    private static String url(SplittableRandom random) {
        StringBuilder url = new StringBuilder(random.nextInt(8) == 0 ? "" : "http://");
        for (int pieces = random.nextInt(1, 12); pieces > 0; pieces--) {
            boolean known = random.nextInt(10) > 0;
            url.append(known ? PIECES.get(random.nextInt(PIECES.size())) : (char) random.nextInt(0x10000));
        }
        return url.toString();
    }

    private static String escaped(String url) {
        StringBuilder text = new StringBuilder();
        url.chars().forEach(c -> text.append(c > ' ' && c < 127 ? "" + (char) c : String.format("\\u%04x", c)));
        return text.toString();
    }
}
