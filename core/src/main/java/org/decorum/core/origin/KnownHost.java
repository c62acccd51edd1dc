package org.decorum.core.origin;

/**
 * What a {@link HostRule} found out about a URL.
 *
 * @param pays the part of the bucket's name that pays for a request, {@link Service#NO_BUCKET} when the host does
 */
record KnownHost(OriginKind kind, Service service, String pays, String rule) {

    /** The origin key when somebody else than the host pays: {@code <store>:<bucket>}, which no host can look like. */
    String bucketKey() {
        return service.id() + ":" + pays;
    }

    boolean hostPays() {
        return pays.equals(Service.NO_BUCKET);
    }
}
