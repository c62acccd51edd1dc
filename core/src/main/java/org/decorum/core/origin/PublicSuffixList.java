package org.decorum.core.origin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The Public Suffix List with its ICANN and private sections, by the algorithm of publicsuffix.org: the longest rule
 * wins, an exception beats every rule, and a name that no rule covers has its last label as suffix.
 *
 * <p>Lookups allocate nothing. Hosts are canonical: lower case, A-labels, no root dot.
 */
public final class PublicSuffixList {
    private static final String BUNDLED = "effective_tld_names.dat";
    private static final String VERSION_MARK = "// VERSION:";

    private static final int RULE = 1;
    private static final int WILDCARD = 1 << 1;
    private static final int EXCEPTION = 1 << 2;

    private final SuffixTable<Integer> rules;
    private final String version;

    private PublicSuffixList(Map<String, Integer> rules, String version) {
        this.rules = new SuffixTable<>(rules);
        this.version = version;
    }

    /** The list that came with this jar. */
    public static PublicSuffixList bundled() {
        return Bundled.LIST;
    }

    /** Reads a list in the format of publicsuffix.org; a line that is no rule is refused. */
    public static PublicSuffixList read(Reader source) throws IOException {
        Map<String, Integer> rules = new HashMap<>();
        String version = "undated";
        BufferedReader lines = new BufferedReader(source);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(VERSION_MARK)) {
                version = line.substring(VERSION_MARK.length()).strip();
            }
            String rule = line.strip();
            if (!rule.isEmpty() && !rule.startsWith("//")) {
                add(rules, rule);
            }
        }
        if (rules.isEmpty()) {
            throw new IOException("public suffix list: 0 rules (expected: at least 1)");
        }
        return new PublicSuffixList(rules, version);
    }

    private static void add(Map<String, Integer> rules, String rule) throws IOException {
        int flag = RULE;
        String name = rule;
        if (rule.startsWith("!")) {
            flag = EXCEPTION;
            name = rule.substring(1);
        } else if (rule.startsWith("*.")) {
            flag = WILDCARD;
            name = rule.substring(2);
        }
        String ascii = asciiOf(name);
        if (ascii.isEmpty() || ascii.indexOf('*') >= 0) {
            throw new IOException("public suffix rule: " + rule + " (expected: a domain, *.domain or !domain)");
        }
        rules.merge(ascii, flag, (a, b) -> a | b);
    }

    private static String asciiOf(String name) {
        boolean plain = name.chars().allMatch(c -> c < 128);
        return plain ? name.toLowerCase(Locale.ROOT) : Idna.toAscii(name).orElse("");
    }

    /** When the list was made, as its header says. */
    public String version() {
        return version;
    }

    /** The registrable domain of a host: its public suffix and one label more. */
    public Optional<String> registrableDomain(String host) {
        int suffix = suffixStart(host);
        return suffix == 0 ? Optional.empty() : Optional.of(host.substring(host.lastIndexOf('.', suffix - 2) + 1));
    }

    /** Whether a host is more than a public suffix. */
    boolean hasRegistrableDomain(String host) {
        return suffixStart(host) > 0;
    }

    private int suffixStart(String host) {
        int start = host.length();
        int parent = host.length();
        boolean wild = true;
        int hash = 0;
        for (int i = host.length() - 1; i >= 0; i--) {
            hash = SuffixTable.step(hash, host.charAt(i));
            if (i > 0 && host.charAt(i - 1) != '.') {
                continue;
            }
            Integer found = rules.find(host, i, host.length(), hash);
            int flags = found == null ? 0 : found;
            if ((flags & EXCEPTION) != 0) {
                return parent;
            }
            if (wild || (flags & RULE) != 0) {
                start = i;
            }
            wild = (flags & WILDCARD) != 0;
            parent = i;
        }
        return start;
    }

    private static final class Bundled {
        static final PublicSuffixList LIST = load();

        private static PublicSuffixList load() {
            try (InputStream data =
                    Objects.requireNonNull(PublicSuffixList.class.getResourceAsStream(BUNDLED), BUNDLED)) {
                return read(new InputStreamReader(data, StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("resource " + BUNDLED + " is unreadable", e);
            }
        }
    }
}
