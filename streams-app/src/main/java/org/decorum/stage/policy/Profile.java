package org.decorum.stage.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.decorum.core.origin.OriginKind;
import org.decorum.schema.CostRule;
import org.decorum.schema.OriginPolicy;

/**
 * A named set of values, which lies under all records and over the stage's settings. What stands behind a host chooses
 * it, unless a record's {@code profile} does. Why these values: topology-docs/decisions/021-profiles.md.
 */
public enum Profile {

    /** The stage's settings, and nothing else. */
    POLITE("polite", OriginPolicy.newBuilder()),

    /** A bucket: many small answers from many machines, so a large tau. To list it costs more than to read from it. */
    OBJECT_STORE(
            "object-store",
            OriginPolicy.newBuilder()
                    .setIntervalMicros(20_000L)
                    .setBurst(100)
                    .setMaxInFlight(1_000)
                    .setCostRules(List.of(query("list-type", 10), query("prefix", 10), query("comp", 10)))),

    /** A cache near the reader: its own limit, ten times and more what a site gets, and room for the parts of a page. */
    CDN("cdn", OriginPolicy.newBuilder().setIntervalMicros(100_000L).setBurst(10)),

    /** A service that computes images: what it must compute costs more than what it has. */
    IMAGE_SERVICE(
            "image-service",
            OriginPolicy.newBuilder()
                    .setIntervalMicros(200_000L)
                    .setBurst(5)
                    .setCostRules(List.of(
                            query("w", 2),
                            query("width", 2),
                            query("h", 2),
                            query("height", 2),
                            query("resize", 2),
                            CostRule.newBuilder()
                                    .setContentType("text/html")
                                    .setCost(2)
                                    .build(),
                            CostRule.newBuilder().setKind("search").setCost(4).build(),
                            CostRule.newBuilder().setKind("page").setCost(2).build()))),

    /** Somebody whose limit nobody knows: starts slowly, and good and bad answers find the pace. */
    ADAPTIVE(
            "adaptive",
            OriginPolicy.newBuilder()
                    .setIntervalMicros(100_000L)
                    .setIntervalStartMicros(2_000_000L)
                    .setAdaptive(true)
                    .setIntervalMaxMicros(60_000_000L)
                    .setBurst(1));

    private final String wireName;
    private final OriginPolicy fields;

    Profile(String wireName, OriginPolicy.Builder fields) {
        this.wireName = wireName;
        this.fields = fields.build();
    }

    /** The name that records and people use. */
    public String wireName() {
        return wireName;
    }

    /** What it says; null fields are left to the stage's settings. */
    public OriginPolicy fields() {
        return fields;
    }

    public static Optional<Profile> named(String wireName) {
        return Arrays.stream(values())
                .filter(profile -> profile.wireName.equals(wireName))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Profile::wireName).toList();
    }

    /** The one that an origin has whose records name none. */
    public static Profile of(OriginKind kind) {
        return switch (kind) {
            case SITE -> POLITE;
            case OBJECT_STORE -> OBJECT_STORE;
            case CDN -> CDN;
            case IMAGE_SERVICE -> IMAGE_SERVICE;
        };
    }

    private static CostRule query(String parameter, int cost) {
        return CostRule.newBuilder().setQuery(parameter).setCost(cost).build();
    }
}
