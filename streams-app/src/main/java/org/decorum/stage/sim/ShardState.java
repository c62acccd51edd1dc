package org.decorum.stage.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.decorum.core.machine.OriginState;
import org.decorum.schema.KeyedRequest;
import org.decorum.stage.store.BacklogKey;
import org.decorum.stage.store.OriginStores;
import org.decorum.stage.store.StoreNames;
import org.decorum.wire.AvroSerde;
import org.decorum.wire.SubjectNaming;
import org.decorum.wire.registry.SchemaRegistries;

/** What a task keeps over a crash: its stores and its place in the input, both as of the last commit. */
final class ShardState {

    static final String REGISTRY = "mock://simulation";

    final MemoryStore<String, OriginState> origins;
    final MemoryStore<BacklogKey, KeyedRequest> backlog;
    final MemoryStore<BacklogKey, KeyedRequest> deferred;
    private final Map<String, Long> crawlDelays = new HashMap<>();
    private Map<String, Long> committedCrawlDelays = Map.of();
    private int position;
    private int committedPosition;
    private int requestsRead;
    private int committedRequestsRead;

    ShardState() {
        this(
                new MemoryStore<>(
                        StoreNames.ORIGINS, Serdes.String(), OriginStores.originStates(), OriginState::isToldByBacklog),
                requests(StoreNames.BACKLOG),
                requests(StoreNames.DEFERRED));
    }

    private ShardState(
            MemoryStore<String, OriginState> origins,
            MemoryStore<BacklogKey, KeyedRequest> backlog,
            MemoryStore<BacklogKey, KeyedRequest> deferred) {
        this.origins = origins;
        this.backlog = backlog;
        this.deferred = deferred;
    }

    /** The same stores for another owner. */
    ShardState copy() {
        return new ShardState(origins.copy(), backlog.copy(), deferred.copy());
    }

    /** All that the stores hold, as they hold it. */
    List<byte[]> dump() {
        List<byte[]> all = new ArrayList<>(origins.dump());
        all.addAll(backlog.dump());
        all.addAll(deferred.dump());
        return all;
    }

    OriginStores stores() {
        return new OriginStores(origins, backlog, deferred);
    }

    int position() {
        return position;
    }

    /** One input record is read. */
    void advance(boolean isRequest) {
        position++;
        requestsRead += isRequest ? 1 : 0;
    }

    int requestsRead() {
        return requestsRead;
    }

    int requestsHeld() {
        return backlog.size() + deferred.size();
    }

    boolean knows(String originKey, String siteKey) {
        OriginState known = stores().origins().get(originKey);
        return known != null && known.hasLane(siteKey);
    }

    /** What a site asks for, as far as this task has read it. */
    long crawlDelayMicros(String originKey, String siteKey) {
        return crawlDelays.getOrDefault(originKey + " " + siteKey, 0L);
    }

    void crawlDelay(String originKey, String siteKey, long micros) {
        crawlDelays.merge(originKey + " " + siteKey, micros, Math::max);
    }

    void forgetCrawlDelays(String originKey) {
        crawlDelays.keySet().removeIf(key -> key.startsWith(originKey + " "));
    }

    void commit() {
        origins.commit();
        backlog.commit();
        deferred.commit();
        committedCrawlDelays = Map.copyOf(crawlDelays);
        committedPosition = position;
        committedRequestsRead = requestsRead;
    }

    void rollBackStores() {
        origins.rollBack();
        backlog.rollBack();
        deferred.rollBack();
        crawlDelays.clear();
        crawlDelays.putAll(committedCrawlDelays);
    }

    void rollBackInput() {
        position = committedPosition;
        requestsRead = committedRequestsRead;
    }

    int openIterators() {
        return origins.openIterators() + backlog.openIterators() + deferred.openIterators();
    }

    /** Ids of all requests in the stores. */
    Set<String> held() {
        Set<String> ids = new HashSet<>();
        for (MemoryStore<BacklogKey, KeyedRequest> store : List.of(backlog, deferred)) {
            try (KeyValueIterator<BacklogKey, KeyedRequest> all = store.all()) {
                while (all.hasNext()) {
                    KeyValue<BacklogKey, KeyedRequest> next = all.next();
                    ids.add(next.value.getRequestId());
                }
            }
        }
        return ids;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        try (KeyValueIterator<String, OriginState> all = stores().origins().all()) {
            all.forEachRemaining(origin -> text.append(origin.key)
                    .append(": ")
                    .append(origin.value.waiting())
                    .append(" waiting, ")
                    .append(origin.value.inFlight())
                    .append(" in flight; "));
        }
        return text + "" + deferred.size() + " deferred";
    }

    private static MemoryStore<BacklogKey, KeyedRequest> requests(String name) {
        return new MemoryStore<>(
                name,
                BacklogKey.serde(),
                AvroSerde.of(KeyedRequest.class, SchemaRegistries.of(REGISTRY), SubjectNaming.RECORD));
    }
}
