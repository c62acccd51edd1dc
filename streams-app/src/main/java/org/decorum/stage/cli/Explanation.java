package org.decorum.stage.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.ContentTypes;
import org.decorum.core.policy.Cost;
import org.decorum.core.policy.CostClues;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.core.ssrf.HostGuard;
import org.decorum.core.ssrf.Verdict;
import org.decorum.stage.cli.alias.AliasFile;
import org.decorum.stage.cli.alias.AliasWords;
import org.decorum.stage.policy.PolicyBook;
import org.jspecify.annotations.Nullable;

/** How the stage would see a URL, and why, in words or as one line of tab-separated values. */
final class Explanation {

    /** Header of the lines that {@link #tsv} makes. */
    static final String TSV_HEADER = "#input\torigin_key\tsite_key\tkind\tcost\tverdict";

    private static final String NONE = "-";

    private final OriginKeyer keyer;
    private final Optional<AliasFile> aliases;
    private final HostGuard guard;
    private final PolicyBook policies;
    private final @Nullable Integer units;
    private final @Nullable String kind;

    /**
     * Of any number of URLs.
     *
     * @param units what the publisher would say that they cost
     * @param kind what the publisher would call them
     */
    Explanation(
            OriginKeyer keyer,
            Optional<AliasFile> aliases,
            HostGuard guard,
            PolicyBook policies,
            @Nullable Integer units,
            @Nullable String kind) {
        this.keyer = keyer;
        this.aliases = aliases;
        this.guard = guard;
        this.policies = policies;
        this.units = units;
        this.kind = kind;
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
                    Integer.toString(cost(keyed, url).units()),
                    verdict);
        }
        return String.join("\t", input, key.printed(), NONE, NONE, NONE, verdict);
    }

    /** The origin that pays for a URL; empty where it is rejected. */
    Optional<String> originKey(String url) {
        return keyer.key(url) instanceof KeyResult.Keyed keyed
                ? Optional.of(paid(keyed).originKey())
                : Optional.empty();
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
        Policy policy = policies.of(keyed.originKey());
        Limit limit = policy.origin();
        PolicyBook.Say say = policies.say(keyed.originKey(), keyed.originKey());
        line(text, "profile", say.profile().wireName(), List.of("for what stands behind the host"));
        line(text, "policy", "default", List.of(pace(limit), "slot " + slot(policy), caps(policy)));
        Cost cost = cost(keyed, url);
        line(text, "cost", Integer.toString(cost.units()), List.of("rule " + cost.rule()));
        line(
                text,
                "floor",
                seconds(Micros.multiply(limit.intervalMicros(), cost.units())),
                List.of("the rest that the origin gets after this request"));
        return text.toString();
    }

    private Cost cost(KeyResult.Keyed keyed, String url) {
        return policies.inside(keyed.originKey())
                .of(keyed.siteKey())
                .costs()
                .of(CostClues.of(units, kind, url), ContentTypes.NONE);
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

    private static String slot(Policy policy) {
        return policy.slotMicrosFor(policy.origin().intervalMicros()) / Micros.PER_MILLI + " ms";
    }

    private static String caps(Policy policy) {
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
