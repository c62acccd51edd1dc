package org.decorum.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decorum.core.origin.RequestTarget;
import org.jspecify.annotations.Nullable;

/** What requests cost that fulfil all of its conditions, of which there is at least one. */
public final class CostRule {

    /** Longest value of a condition, in characters. */
    public static final int CONDITION_CHARS_MAX = 256;

    private final Optional<String> kind;
    private final Optional<Glob> path;
    private final Optional<String> query;
    private final Optional<Glob> contentType;
    private final Cost cost;

    /**
     * A rule; null is no condition.
     *
     * @param kind what the publisher calls the request, in any case
     * @param path a path, where {@code *} stands for any characters
     * @param query name of a parameter of the query
     * @param contentType the media type that was last seen at URLs of this shape, where {@code *} stands for any
     *     characters
     * @param units what it costs
     * @throws IllegalArgumentException if it has no condition, or one that nothing can fulfil
     */
    public CostRule(
            @Nullable String kind,
            @Nullable String path,
            @Nullable String query,
            @Nullable String contentType,
            int units) {
        this.kind = checked("kind", kind).map(name -> name.toLowerCase(Locale.ROOT));
        this.path = checked("path", path).map(Glob::new);
        this.query = checked("query", query);
        this.contentType = checked("content_type", contentType).map(type -> new Glob(type.toLowerCase(Locale.ROOT)));
        PolicyLimits.between("cost", units, 1, Cost.UNITS_MAX);
        if (path != null && !path.startsWith("/") && !path.startsWith("*")) {
            throw new IllegalArgumentException("path: " + path + " (expected: a slash or a star in front)");
        }
        this.cost = new Cost(units, name());
        if (cost.rule().isEmpty()) {
            throw new IllegalArgumentException(
                    "no condition (expected: one or more of kind, path, query, content_type)");
        }
    }

    /** Its conditions as words, e.g. {@code kind:search} or {@code path:/search*,query:q}. */
    public String name() {
        List<String> words = new ArrayList<>(1);
        kind.ifPresent(name -> words.add("kind:" + name));
        path.ifPresent(glob -> words.add("path:" + glob));
        query.ifPresent(name -> words.add("query:" + name));
        contentType.ifPresent(glob -> words.add("content-type:" + glob));
        return String.join(",", words);
    }

    Cost cost() {
        return cost;
    }

    boolean asksContentType() {
        return contentType.isPresent();
    }

    boolean asksUrl() {
        return path.isPresent() || query.isPresent() || contentType.isPresent();
    }

    boolean allowsKind(String wanted) {
        return kind.isEmpty() || kind.get().equals(wanted);
    }

    boolean allowsUrl(RequestTarget target, ContentTypes seen) {
        return (path.isEmpty() || path.get().matches(target.path()))
                && (query.isEmpty() || target.hasParameter(query.get()))
                && (contentType.isEmpty()
                        || seen.at(target).filter(contentType.get()::matches).isPresent());
    }

    private static Optional<String> checked(String condition, @Nullable String value) {
        if (value != null && (value.isBlank() || value.length() > CONDITION_CHARS_MAX)) {
            throw new IllegalArgumentException(
                    condition + ": " + (value.isBlank() ? "blank" : value.length() + " characters")
                            + " (expected: 1 to " + CONDITION_CHARS_MAX + " characters)");
        }
        return Optional.ofNullable(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CostRule rule && rule.cost.equals(cost);
    }

    @Override
    public int hashCode() {
        return cost.hashCode();
    }

    @Override
    public String toString() {
        return cost.rule() + "=" + cost.units();
    }
}
