package org.decorum.fetch.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.decorum.fetch.FailReason;
import org.decorum.fetch.FetchResult;
import org.jspecify.annotations.Nullable;

/** What a call's end means to the stage. */
final class Results {

    private Results() {}

    static FetchResult fetched(Sending sending, @Nullable String note, long nowMicros) {
        Sending.Answer answer = sending.answer();
        Long startedAtMicros = sending.startedAtMicros();
        if (answer == null || startedAtMicros == null) {
            throw new IllegalStateException("answer without a request");
        }
        return new FetchResult.Fetched(answer.status(), startedAtMicros, nowMicros, answer.headers(), note);
    }

    static FetchResult of(Sending sending, IOException error, long nowMicros) {
        if (error instanceof Sending.SlotMissedException slot) {
            return slot.missed();
        }
        if (sending.answer() != null) {
            return fetched(sending, null, nowMicros);
        }
        String detail = error.getMessage() == null ? error.toString() : error.getMessage();
        return new FetchResult.Failed(reason(error), detail, sending.startedAtMicros(), nowMicros);
    }

    private static FailReason reason(IOException error) {
        if (error instanceof BlockedAddressException) {
            return FailReason.SSRF_BLOCKED;
        }
        if (error instanceof UnknownHostException) {
            return FailReason.DNS;
        }
        if (error instanceof SSLException) {
            return FailReason.TLS;
        }
        if (error instanceof InterruptedIOException) {
            return FailReason.TIMEOUT;
        }
        if (error instanceof ConnectException || error instanceof NoRouteToHostException) {
            return FailReason.CONNECT;
        }
        return FailReason.BROKEN;
    }
}
