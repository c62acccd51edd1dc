package org.decorum.fetch.http;

import java.io.IOException;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import org.decorum.fetch.AnswerHeaders;
import org.decorum.fetch.FetchResult;
import org.decorum.fetch.Permit;
import org.jspecify.annotations.Nullable;

/**
 * One release, at most one request on the wire. Sits between OkHttp's retry logic and the connection, because OkHttp
 * repeats a 408, a 421 and a 503 with {@code Retry-After: 0} by itself.
 */
final class Sending {

    private final Permit permit;
    private volatile @Nullable Long startedAtMicros;
    private volatile @Nullable Answer answer;

    /** What the origin said first. */
    record Answer(int status, AnswerHeaders headers) {}

    Sending(Permit permit) {
        this.permit = permit;
    }

    @Nullable
    Long startedAtMicros() {
        return startedAtMicros;
    }

    @Nullable
    Answer answer() {
        return answer;
    }

    /** Tells the permit what came of the request, if there was one. */
    void landed(FetchResult result) {
        if (startedAtMicros != null) {
            permit.landed(result);
        }
    }

    /** Tells the permit when its request goes to the socket: the head is written, and flushed next. */
    static final EventListener ON_THE_WIRE = new EventListener() {
        @Override
        public void requestHeadersEnd(Call call, Request request) {
            Sending sending = call.request().tag(Sending.class);
            if (sending != null) {
                sending.startedAtMicros = sending.permit.sent();
            }
        }
    };

    /** The interceptor of a client whose requests carry a {@code Sending} as tag. */
    static Response intercept(Interceptor.Chain chain) throws IOException {
        Sending sending = chain.request().tag(Sending.class);
        if (sending == null) {
            throw new IOException("request without a permit");
        }
        return sending.send(chain);
    }

    private Response send(Interceptor.Chain chain) throws IOException {
        if (startedAtMicros != null) {
            throw new SecondSendException();
        }
        Permit.Entry entry = permit.enter();
        if (entry instanceof Permit.Stop stop) {
            throw new SlotMissedException(stop.missed());
        }
        startedAtMicros = ((Permit.Go) entry).startedAtMicros();
        Response response = chain.proceed(chain.request());
        answer = new Answer(response.code(), AnswerHeaders.of(response::header));
        return response;
    }

    /** The slot was gone when the connection stood. */
    static final class SlotMissedException extends IOException {

        private static final long serialVersionUID = 1L;

        private final transient FetchResult.Missed missed;

        SlotMissedException(FetchResult.Missed missed) {
            super("slot missed: " + missed.reason());
            this.missed = missed;
        }

        FetchResult.Missed missed() {
            return missed;
        }
    }

    /** The client wanted to repeat a request by itself. */
    static final class SecondSendException extends IOException {

        private static final long serialVersionUID = 1L;

        SecondSendException() {
            super("one release, one request");
        }
    }
}
