package org.decorum.core.origin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts are object stores, CDNs and image services, read from files in the format that the head of the bundled
 * {@code known-hosts.txt} explains. Immutable and thread-safe.
 *
 * <p>Rules are found by the literal tail of their host, the longest tail first, then in the order of the file; a host
 * that ends in no such tail costs one hash lookup a label. Rules without a tail are found by how host or path begin, and
 * come last.
 */
public final class KnownHosts {
    private static final String BUNDLED = "known-hosts.txt";
    private static final KnownHosts NONE = new KnownHosts(List.of());

    private final List<HostRule> rules;
    private final SuffixTable<List<HostRule>> byTail;
    private final List<HostRule> tailless;
    private final Set<String> stores;

    private KnownHosts(List<HostRule> rules) {
        this.rules = List.copyOf(rules);
        Map<String, List<HostRule>> tails = new HashMap<>();
        for (HostRule rule : rules) {
            if (!rule.gate().tail().isEmpty()) {
                tails.computeIfAbsent(rule.gate().tail(), unused -> new ArrayList<>())
                        .add(rule);
            }
        }
        this.byTail = new SuffixTable<>(tails);
        this.tailless =
                rules.stream().filter(rule -> rule.gate().tail().isEmpty()).toList();
        this.stores = rules.stream()
                .filter(rule -> rule.kind() == OriginKind.OBJECT_STORE)
                .map(HostRule::service)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Every host is a plain site. */
    public static KnownHosts none() {
        return NONE;
    }

    /** The hosts that came with this jar. */
    public static KnownHosts bundled() {
        return Bundled.HOSTS;
    }

    /** These hosts after those of another file, whose rules are asked first. */
    public KnownHosts extendedBy(Reader source) throws IOException {
        List<HostRule> all = new ArrayList<>(HostRuleReader.read(new BufferedReader(source)));
        all.addAll(rules);
        return new KnownHosts(all);
    }

    /** Whether a service is an object store, so that its name can begin an origin key. */
    boolean isStore(String service) {
        return stores.contains(service);
    }

    /** The first rule that fits a canonical host and the path and query that begin at {@code pathFrom}. */
    Optional<KnownHost> find(String host, String url, int pathFrom) {
        for (List<HostRule> group : candidates(host)) {
            Optional<KnownHost> found = firstMatch(group, host, url, pathFrom);
            if (found.isPresent()) {
                return found;
            }
        }
        for (HostRule rule : tailless) {
            if (host.startsWith(rule.gate().hostHead())
                    && url.startsWith(rule.gate().pathHead(), pathFrom)) {
                Optional<KnownHost> found = firstMatch(List.of(rule), host, url, pathFrom);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<KnownHost> firstMatch(List<HostRule> group, String host, String url, int pathFrom) {
        RequestTarget target = new RequestTarget(url, pathFrom);
        for (HostRule rule : group) {
            Optional<KnownHost> found = rule.match(host, target);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The rules that share a tail with the host, longest tail first. */
    private List<List<HostRule>> candidates(String host) {
        List<List<HostRule>> found = List.of();
        int hash = 0;
        for (int i = host.length() - 1; i >= 0; i--) {
            hash = SuffixTable.step(hash, host.charAt(i));
            if (i > 0 && host.charAt(i - 1) != '.') {
                continue;
            }
            @Nullable List<HostRule> group = byTail.find(host, i, host.length(), hash);
            if (group != null) {
                found = found.isEmpty() ? new ArrayList<>(2) : found;
                found.add(0, group);
            }
        }
        return found;
    }

    private static final class Bundled {
        static final KnownHosts HOSTS = load();

        private static KnownHosts load() {
            try (InputStream data = Objects.requireNonNull(KnownHosts.class.getResourceAsStream(BUNDLED), BUNDLED)) {
                return NONE.extendedBy(new InputStreamReader(data, StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("resource " + BUNDLED + " is unreadable", e);
            }
        }
    }
}
