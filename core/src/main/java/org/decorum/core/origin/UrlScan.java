package org.decorum.core.origin;

/** Where the parts of an http or https URL lie, or why it is none. */
sealed interface UrlScan {

    /** The host is {@code url[hostFrom, hostTo)}, never empty; path, query and fragment begin at {@code pathFrom}. */
    record Found(String url, int hostFrom, int hostTo, int pathFrom) implements UrlScan {}

    record Failed(KeyResult.Rejected why) implements UrlScan {}

    static Failed failed(Rejection reason, String detail) {
        return new Failed(new KeyResult.Rejected(reason, detail));
    }
}
