package org.decorum.stage.cli.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.CostRules;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;

/** What is in force for one origin or site, field by field, with where it comes from. */
final class InForce {

    private static final String SETTINGS = "the stage's settings";

    /** One field, its value in force, and who said so. */
    record Field(String name, String value, String source) {}

    /** Somebody who has a say, and what they say. */
    private record Source(String name, OriginPolicy says) {}

    private final Policy policy;
    private final List<Source> sources = new ArrayList<>();
    private final List<Field> fields = new ArrayList<>();

    private InForce(Policy policy, PolicyBook book, PolicyBook.Say say) {
        this.policy = policy;
        say.speakers()
                .forEach(key -> sources.add(new Source(key, book.record(key).orElseThrow())));
        sources.add(
                new Source("profile " + say.profile().wireName(), say.profile().fields()));
    }

    /** What is in force for a site inside an origin, or for the origin itself, where the keys are equal. */
    static List<Field> fields(String originKey, String siteKey, PolicyBook book) {
        PolicyBook.Say say = book.say(originKey, siteKey);
        InForce inForce = new InForce(book.inside(originKey).of(siteKey), book, say);
        String who = say.namedBy().map(key -> "named by " + key).orElse("for what stands behind the host");
        inForce.fields.add(new Field("profile", say.profile().wireName(), who));
        inForce.addPace();
        inForce.addCaps();
        inForce.addBackoff();
        return inForce.fields;
    }

    private void addPace() {
        Limit origin = policy.origin();
        Limit site = policy.site();
        String access = policy.access().name().toLowerCase(Locale.ROOT);
        add("access", access, policy.access() == Access.BLOCKED ? "blocked" : "paused");
        add("interval", span(origin.intervalMicros()), "interval");
        add("burst", Long.toString(1 + origin.toleranceMicros() / origin.intervalMicros()), "burst", "interval");
        add("site-interval", span(site.intervalMicros()), "site-interval", "interval");
        add("interval-max", span(Math.max(origin.intervalMicros(), policy.intervalMaxMicros())), "interval-max");
        long start = Math.max(origin.intervalMicros(), policy.startMicros(origin.intervalMicros()));
        add("interval-start", span(start), "interval-start", "interval");
        add("adaptive", Boolean.toString(policy.isAdaptive()), "adaptive");
        long interval = Math.max(origin.intervalMicros(), site.intervalMicros());
        add("slot", span(policy.slotMicrosFor(interval)), "slot");
        add("crawl-delay", Words.written(policy.crawlDelay().counting()), "crawl-delay");
        add("crawl-delay-max", span(policy.crawlDelay().maxMicros()), "crawl-delay-max");
        add("cost-rules", rules(policy.costs()), "cost-rules");
    }

    private void addCaps() {
        add("max-in-flight", Integer.toString(policy.maxInFlight()), "max-in-flight");
        add("max-attempts", Integer.toString(policy.maxAttempts()), "max-attempts");
        add("lease-timeout", span(policy.leaseTimeoutMicros()), "lease-timeout");
        add("backlog-max", Integer.toString(policy.backlogMax()), "backlog-max");
        add("backlog-full", Words.written(policy.backlogFull()), "backlog-full");
        add("retention", span(policy.retentionMicros()), "retention");
        add("priority", Integer.toString(policy.priority()), "priority");
        add("weight", Integer.toString(policy.weight()), "weight");
        add("misses-only", Boolean.toString(policy.missesOnly()), "misses-only");
    }

    private void addBackoff() {
        BackoffPolicy backoff = policy.backoff();
        add("backoff-initial", span(backoff.initialMicros()), "backoff-initial");
        add("backoff-cap", span(backoff.capMicros()), "backoff-cap");
        add("backoff-quiet", span(backoff.quietMicros()), "backoff-quiet");
        add("failure-run", Integer.toString(backoff.failureRun()), "failure-run");
        add("retry-after-cap", span(backoff.retryAfterCapMicros()), "retry-after-cap");
    }

    /** The first who speaks of one of these fields says where the value comes from. */
    private void add(String name, String value, String... from) {
        for (Source source : sources) {
            for (String field : from) {
                if (Fields.get(source.says, field) != null) {
                    fields.add(new Field(name, value, source.name));
                    return;
                }
            }
        }
        fields.add(new Field(name, value, SETTINGS));
    }

    private static String rules(CostRules costs) {
        return costs.rules().isEmpty()
                ? "none"
                : costs.rules().stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static String span(long micros) {
        return new Span(micros).toString();
    }
}
