package org.decorum.core.origin;

import java.util.ArrayList;
import java.util.List;

/** The outcome of keying a URL: an origin, or the reason why there is none. */
public sealed interface KeyResult {

    /** The origin key, or {@code REJECT:<code>}. */
    String printed();

    /**
     * A URL with its origin.
     *
     * @param originKey key of the set of servers that pays: the site key, where an alias leads, or
     *     {@code <store>:<bucket>} for a bucket
     * @param siteKey canonical host
     * @param kind what stands behind the host
     * @param service the known service behind the host and its bucket, or {@link Service#NONE}
     * @param rule the pattern that recognised the service, empty for a plain site
     * @param steps what was done to the host
     */
    record Keyed(String originKey, String siteKey, OriginKind kind, Service service, String rule, Steps steps)
            implements KeyResult {
        @Override
        public String printed() {
            return originKey;
        }

        /** The same where aliases have their say: they speak of sites, never of an object store and its buckets. */
        public Keyed under(Aliases aliases) {
            return kind == OriginKind.OBJECT_STORE
                    ? this
                    : new Keyed(aliases.originOf(siteKey), siteKey, kind, service, rule, steps);
        }

        /** Short sentences that tell a person how the key came about; empty when the host was canonical already. */
        public List<String> why() {
            List<String> reasons = new ArrayList<>();
            for (Step step : steps.list()) {
                reasons.add(step.sentence());
            }
            if (service.isKnown()) {
                reasons.add(kind.wireName() + " " + service.id() + ": matches " + rule);
            }
            return List.copyOf(reasons);
        }
    }

    /**
     * A URL that can never be released.
     *
     * @param detail one short phrase for a person, without the URL
     */
    record Rejected(Rejection reason, String detail) implements KeyResult {
        @Override
        public String printed() {
            return "REJECT:" + reason.code();
        }
    }
}
