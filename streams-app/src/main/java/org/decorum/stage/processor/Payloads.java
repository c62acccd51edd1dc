package org.decorum.stage.processor;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.streams.state.KeyValueStore;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.machine.BacklogView;
import org.decorum.core.policy.CostClues;
import org.decorum.core.rate.Micros;
import org.decorum.schema.KeyedRequest;
import org.decorum.stage.store.BacklogKey;
import org.jspecify.annotations.Nullable;

/** The requests of one origin during one decision: each is read at most once. */
final class Payloads implements BacklogView {

    private final String originKey;
    private final KeyValueStore<BacklogKey, KeyedRequest> backlog;
    private final RecentRequests recent;
    private final Map<Long, KeyedRequest> known = new HashMap<>(4);

    Payloads(String originKey, KeyValueStore<BacklogKey, KeyedRequest> backlog, RecentRequests recent) {
        this.originKey = originKey;
        this.backlog = backlog;
        this.recent = recent;
    }

    @Override
    public @Nullable Waiting at(long ticket) {
        KeyedRequest request = request(ticket);
        return request == null ? null : waiting(request);
    }

    @Nullable
    KeyedRequest request(long ticket) {
        return known.computeIfAbsent(ticket, this::read);
    }

    private @Nullable KeyedRequest read(long ticket) {
        BacklogKey key = BacklogKey.ofTicket(originKey, ticket);
        KeyedRequest released = recent.get(key);
        return released == null ? backlog.get(key) : released;
    }

    void store(long ticket, KeyedRequest request) {
        BacklogKey key = BacklogKey.ofTicket(originKey, ticket);
        known.put(ticket, request);
        recent.remove(key);
        backlog.put(key, request);
    }

    /** A report about it is what will ask for it next. */
    void released(long ticket, KeyedRequest request) {
        recent.put(BacklogKey.ofTicket(originKey, ticket), request);
    }

    void delete(long ticket) {
        BacklogKey key = BacklogKey.ofTicket(originKey, ticket);
        recent.remove(key);
        // A store's delete() reads and decodes what it deletes.
        backlog.put(key, null);
    }

    /** What the rules need to know of a request. */
    static Waiting waiting(KeyedRequest request) {
        return new Waiting(
                request.getSiteKey(),
                request.getPriority() == null ? OptionalInt.empty() : OptionalInt.of(request.getPriority()),
                CostClues.of(request.getCost(), request.getKind(), request.getUrl()),
                microsOr(request.getNotBefore(), Long.MIN_VALUE),
                microsOr(request.getDeadline(), Long.MAX_VALUE),
                request.getAttempt(),
                request.getOverloads());
    }

    private static long microsOr(@Nullable Instant instant, long otherwise) {
        return instant == null ? otherwise : Micros.of(instant);
    }
}
