package org.decorum.stage.cli.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.decorum.core.policy.Access;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.processor.PolicyBook;

/** What is in force for one key, field by field, with where it comes from. */
final class InForce {

    private static final String SETTINGS = "the stage's settings";

    /** One field, its value in force, and the key of the policy that said so. */
    record Field(String name, String value, String source) {}

    private InForce() {}

    static List<Field> fields(String key, PolicyBook book) {
        Policy policy = book.of(key);
        Limit origin = policy.origin();
        Limit site = policy.site();
        List<Field> fields = new ArrayList<>();
        String access = policy.access().name().toLowerCase(Locale.ROOT);
        fields.add(of(key, book, "access", access, policy.access() == Access.BLOCKED ? "blocked" : "paused"));
        fields.add(of(key, book, "interval", span(origin.intervalMicros()), "interval"));
        fields.add(of(
                key,
                book,
                "burst",
                Long.toString(1 + origin.toleranceMicros() / origin.intervalMicros()),
                "burst",
                "interval"));
        fields.add(of(key, book, "site-interval", span(site.intervalMicros()), "site-interval", "interval"));
        long interval = Math.max(origin.intervalMicros(), site.intervalMicros());
        fields.add(of(key, book, "slot", span(policy.slotMicrosFor(interval)), "slot"));
        fields.add(of(key, book, "max-in-flight", Integer.toString(policy.maxInFlight()), "max-in-flight"));
        fields.add(of(key, book, "max-attempts", Integer.toString(policy.maxAttempts()), "max-attempts"));
        fields.add(of(key, book, "lease-timeout", span(policy.leaseTimeoutMicros()), "lease-timeout"));
        fields.add(of(key, book, "backlog-max", Integer.toString(policy.backlogMax()), "backlog-max"));
        fields.add(of(key, book, "retention", span(policy.retentionMicros()), "retention"));
        fields.add(of(key, book, "weight", Integer.toString(policy.weight()), "weight"));
        return fields;
    }

    /** The first field that a record speaks of says where the value comes from. */
    private static Field of(String key, PolicyBook book, String name, String value, String... from) {
        for (String field : from) {
            for (String speaker : book.speakingOf(key)) {
                OriginPolicy record = book.record(speaker).orElseThrow();
                if (Fields.get(record, field) != null) {
                    return new Field(name, value, speaker);
                }
            }
        }
        return new Field(name, value, SETTINGS);
    }

    private static String span(long micros) {
        return new Span(micros).toString();
    }
}
