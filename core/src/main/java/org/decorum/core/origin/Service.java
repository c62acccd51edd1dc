package org.decorum.core.origin;

/**
 * The known service that answers for a host.
 *
 * @param id short name of the service, such as {@code s3} or {@code cloudfront}; empty when the host is a plain site
 * @param bucket the smallest name that identifies one bucket or container inside an object store; {@code -} when the
 *     URL names none, or when the service has no buckets
 */
public record Service(String id, String bucket) {
    public static final String NO_BUCKET = "-";

    /** A plain site: no known service. */
    public static final Service NONE = new Service("", NO_BUCKET);

    public boolean isKnown() {
        return !id.isEmpty();
    }
}
