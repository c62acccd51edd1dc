package org.decorum.stage.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Cost;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.core.ssrf.HostGuard;
import org.decorum.core.ssrf.Verdict;
import org.decorum.stage.cli.alias.AliasFile;
import org.decorum.stage.cli.alias.AliasWords;

/** How the stage would see a URL, and why, in words or as one line of tab-separated values. */
final class Explanation {

    /** Header of the lines that {@link #tsv} makes. */
    static final String TSV_HEADER = "#input\torigin_key\tsite_key\tkind\tcost\tverdict";

    private static final String NONE = "-";

    private final OriginKeyer keyer;
    private final Optional<AliasFile> aliases;
    private final HostGuard guard;
    private final Policy policy;
    private final Cost cost;

    Explanation(OriginKeyer keyer, Optional<AliasFile> aliases, HostGuard guard, Policy policy, Cost cost) {
        this.keyer = keyer;
        this.aliases = aliases;
        this.guard = guard;
        this.policy = policy;
        this.cost = cost;
    }

    /** Input, origin key or {@code REJECT:REASON}, site key, kind, cost, verdict. */
    String tsv(String url) {
        KeyResult key = keyer.key(url);
        String verdict = guard.verdict(key).printed();
        String input = url.indexOf('\t') < 0 ? url : url.replace("\t", "\\t");
        if (key instanceof KeyResult.Keyed found) {
            KeyResult.Keyed keyed = paid(found);
            return String.join(
                    "\t",
                    input,
                    keyed.originKey(),
                    keyed.siteKey(),
                    keyed.kind().wireName(),
                    Integer.toString(cost.units()),
                    verdict);
        }
        return String.join("\t", input, key.printed(), NONE, NONE, NONE, verdict);
    }

    /** A paragraph for a person. */
    String words(String url) {
        StringBuilder text = new StringBuilder(url).append('\n');
        KeyResult key = keyer.key(url);
        if (key instanceof KeyResult.Rejected rejected) {
            line(text, "rejected", rejected.printed(), List.of(rejected.detail()));
            line(text, "reason", "URL_UNUSABLE", List.of("what the record on crawl.rejected will say"));
            return text.toString();
        }
        KeyResult.Keyed keyed = paid((KeyResult.Keyed) key);
        Verdict verdict = guard.verdict(key);
        line(text, "origin key", keyed.originKey(), keyed.why());
        line(text, "site key", keyed.siteKey(), List.of());
        aliases.ifPresent(file -> line(
                text,
                "alias",
                AliasWords.forWhom(
                        keyed,
                        file.map(),
                        alias -> Optional.ofNullable(file.aliases().get(alias))),
                List.of()));
        line(text, "kind", keyed.kind().wireName(), List.of());
        line(text, "address", verdict.printed(), verdictWhy(verdict));
        line(text, "cost", Integer.toString(cost.units()), List.of("rule " + cost.rule()));
        Limit limit = policy.origin();
        line(text, "policy", "default", List.of(pace(limit), "slot " + slot(limit), caps()));
        line(
                text,
                "floor",
                seconds(Micros.multiply(limit.intervalMicros(), cost.units())),
                List.of("the rest that the origin gets after this request"));
        return text.toString();
    }

    private KeyResult.Keyed paid(KeyResult.Keyed keyed) {
        return aliases.map(file -> keyed.under(file.map())).orElse(keyed);
    }

    private static List<String> verdictWhy(Verdict verdict) {
        return verdict.isBlocked() ? List.of("rejected as SSRF_BLOCKED") : List.of();
    }

    private static String pace(Limit limit) {
        String bursts = limit.allowsBursts()
                ? ", burst " + (1 + limit.toleranceMicros() / limit.intervalMicros())
                : ", no burst";
        return "one unit of cost each " + seconds(limit.intervalMicros()) + bursts;
    }

    private String slot(Limit limit) {
        return policy.slotMicrosFor(limit.intervalMicros()) / Micros.PER_MILLI + " ms";
    }

    private String caps() {
        return "at most " + policy.maxInFlight() + " in flight and " + policy.maxAttempts() + " attempts";
    }

    private static String seconds(long micros) {
        return String.format(Locale.ROOT, "%.3f s", micros / (double) Micros.PER_SECOND);
    }

    private static void line(StringBuilder text, String name, String value, List<String> why) {
        text.append(String.format(Locale.ROOT, "  %-11s %s", name, value));
        if (!why.isEmpty()) {
            text.append("  (").append(String.join("; ", why)).append(')');
        }
        text.append('\n');
    }
}
