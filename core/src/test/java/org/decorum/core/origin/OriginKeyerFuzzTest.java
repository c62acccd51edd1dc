package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.decorum.core.origin.KeyResult.Keyed;
import org.decorum.core.origin.KeyResult.Rejected;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Seeded fuzzing with URLs made of the pieces that parsers trip over; the seed replays a failure. */
class OriginKeyerFuzzTest {
    private static final Logger LOG = System.getLogger(OriginKeyerFuzzTest.class.getName());
    private static final long SEED = 20_261_130L;

    /** Pieces that make hosts. */
    private static final List<String> PLAIN = List.of(
            "www.",
            "example",
            "EXAMPLE",
            ".com",
            ".co.uk",
            ".github.io",
            "localhost",
            "a",
            "b.",
            "-",
            "_",
            ".",
            ".",
            "127",
            "0x7f",
            "1",
            "xn--mnchen-3ya",
            "\u00fc",
            "u\u0308",
            "\u4e2d\u56fd",
            "\u3002",
            "%2e",
            "%C3%BC",
            "bucket",
            "s3.",
            ".s3.",
            "us-east-1",
            "amazonaws.com",
            "storage",
            ".googleapis.com",
            ".blob.core.windows.net",
            ".r2.cloudflarestorage.com",
            "nyc3",
            ".digitaloceanspaces.com",
            "f001",
            ".backblazeb2.com",
            "objectstorage.",
            ".oraclecloud.com",
            ".cloudfront.net",
            ".imgix.net",
            "img.",
            "/",
            "/file/",
            "/unsafe/300x200",
            "?fileId=4_z1_");

    /** Pieces that parsers trip over. */
    private static final List<String> TRAPS = List.of(
            "http:",
            "HTTPS:",
            "ftp:",
            "//",
            "\\",
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
            "%2F",
            "%00",
            "%FF",
            "..",
            "\uff0e",
            "WWW.",
            "0177",
            "256",
            "4294967296",
            "xn--",
            "xn--a",
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
            "--",
            "*",
            "$",
            "{",
            "}",
            "<",
            ">",
            "^",
            "|",
            "=",
            "&");

    private final OriginKeyer keyer = OriginKeyer.bundled();

    @Test
    void aHundredThousandUrlsNeverThrowAndKeyStably() {
        fuzz(100_000);
    }

    @Test
    @Tag("slow")
    void tenMillionUrlsNeverThrowAndKeyStably() {
        fuzz(10_000_000);
    }

    private void fuzz(int count) {
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
        LOG.log(
                Level.INFO,
                "{0} URLs keyed, checked and keyed again, {1} a second; kinds {2}, rejections {3}",
                count,
                perSecond,
                keyed,
                rejected);
        assertThat(keyed.keySet()).containsExactly(OriginKind.values());
        assertThat(rejected.keySet()).contains(Rejection.PARSE, Rejection.SCHEME, Rejection.EMPTY_LABEL);
    }

    private static String url(SplittableRandom random) {
        StringBuilder url = new StringBuilder(random.nextInt(8) == 0 ? "" : "http://");
        for (int pieces = random.nextInt(1, 10); pieces > 0; pieces--) {
            int dice = random.nextInt(20);
            if (dice == 0) {
                url.append((char) random.nextInt(0x10000));
            } else {
                List<String> source = dice < 4 ? TRAPS : PLAIN;
                url.append(source.get(random.nextInt(source.size())));
            }
        }
        return url.toString();
    }

    private static String escaped(String url) {
        StringBuilder text = new StringBuilder();
        url.chars().forEach(c -> text.append(c > ' ' && c < 127 ? "" + (char) c : String.format("\\u%04x", c)));
        return text.toString();
    }
}
