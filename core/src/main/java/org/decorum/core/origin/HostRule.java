package org.decorum.core.origin;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.decorum.core.origin.HostPattern.Compiled;

/**
 * A host line of a known-hosts file with one of its key lines: a pattern over host, path and one query parameter, and two
 * templates filled from it.
 *
 * @param text the pattern as written, shown to people who ask why
 * @param gate how the rule is found
 * @param bucket template of the smallest name that identifies one bucket
 * @param pays template of the part that pays
 */
record HostRule(
        OriginKind kind,
        String service,
        String text,
        Gate gate,
        Compiled host,
        Optional<Compiled> path,
        Optional<Parameter> parameter,
        String bucket,
        String pays) {
    static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    private static final int VALUE_LENGTH_MAX = 255;
    private static final int NAME_LENGTH_MAX = 4 * VALUE_LENGTH_MAX;

    /** Printable ASCII that can break out of neither a template nor a URL. */
    private static final Pattern VALUE = Pattern.compile("[!-~&&[^:/\\\\?#%]]{1," + VALUE_LENGTH_MAX + "}");

    /** A filled template. */
    private static final Pattern BUCKET_NAME = Pattern.compile("[!-~&&[^\\\\?#%]]{1," + NAME_LENGTH_MAX + "}");

    /**
     * Literal text that finds a rule without trying its pattern.
     *
     * @param tail whole labels at the end of the host, at least two; empty when the pattern has none
     * @param hostHead how the host begins
     * @param pathHead how the path begins
     */
    record Gate(String tail, String hostHead, String pathHead) {}

    /** A query parameter whose value begins with a pattern. */
    record Parameter(String name, Compiled value) {}

    Optional<KnownHost> match(String canonicalHost, RequestTarget target) {
        Matcher inHost = host.regex().matcher(canonicalHost);
        if (!inHost.matches()) {
            return Optional.empty();
        }
        Optional<Matcher> inPath = path.map(wanted -> wanted.regex().matcher(target.path()));
        if (inPath.isPresent() && !inPath.get().lookingAt()) {
            return Optional.empty();
        }
        Optional<Matcher> inQuery = parameter.map(wanted ->
                wanted.value().regex().matcher(target.parameter(wanted.name()).orElse("")));
        if (inQuery.isPresent() && !inQuery.get().lookingAt()) {
            return Optional.empty();
        }
        Values values = new Values(inHost, inPath, inQuery);
        return fill(bucket, values)
                .flatMap(name ->
                        fill(pays, values).map(payer -> new KnownHost(kind, new Service(service, name), payer, text)));
    }

    /** The template with its variables replaced, or empty when a value can be no name of a bucket. */
    private static Optional<String> fill(String template, Values values) {
        Matcher variables = VARIABLE.matcher(template);
        StringBuilder filled = new StringBuilder();
        while (variables.find()) {
            String value = values.get(variables.group(1));
            if (!VALUE.matcher(value).matches()) {
                return Optional.empty();
            }
            variables.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return Optional.of(variables.appendTail(filled).toString());
    }

    /** Whether text can be a filled template. */
    static boolean isBucketName(String text) {
        return BUCKET_NAME.matcher(text).matches();
    }

    private final class Values {
        private final Matcher inHost;
        private final Optional<Matcher> inPath;
        private final Optional<Matcher> inQuery;

        Values(Matcher inHost, Optional<Matcher> inPath, Optional<Matcher> inQuery) {
            this.inHost = inHost;
            this.inPath = inPath;
            this.inQuery = inQuery;
        }

        String get(String variable) {
            if (host.variables().contains(variable)) {
                return inHost.group(variable);
            }
            if (path.isPresent() && path.get().variables().contains(variable)) {
                return PercentDecoder.decode(inPath.orElseThrow().group(variable));
            }
            return inQuery.orElseThrow().group(variable);
        }
    }
}
