package org.decorum.fetch;

/** Why a request that was started, or was about to be, got no answer. */
public enum FailReason {
    /** The URL cannot be fetched over HTTP. */
    BAD_URL,
    /** The host is, or one of its addresses is, not on the public Internet. */
    SSRF_BLOCKED,
    /** The name does not resolve. */
    DNS,
    /** No connection could be opened. */
    CONNECT,
    /** The connection is not trusted. */
    TLS,
    /** No complete answer in time. */
    TIMEOUT,
    /** The connection broke, or the answer was no HTTP. */
    BROKEN,
    /** The fetcher itself threw. */
    INTERNAL
}
