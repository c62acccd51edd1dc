package org.decorum.stage.sim;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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

    final MemoryStore<String, OriginState> origins = new MemoryStore<>(
            StoreNames.ORIGINS, org.apache.kafka.common.serialization.Serdes.String(), OriginStores.originStates());
    final MemoryStore<BacklogKey, KeyedRequest> backlog = requests(StoreNames.BACKLOG);
    final MemoryStore<BacklogKey, KeyedRequest> deferred = requests(StoreNames.DEFERRED);
    private final Map<String, Long> crawlDelays = new HashMap<>();
    private Map<String, Long> committedCrawlDelays = Map.of();
    private int position;
    private int committedPosition;
    private int requestsRead;
    private int committedRequestsRead;

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
        for (MemoryStore<BacklogKey, KeyedRequest> store : java.util.List.of(backlog, deferred)) {
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
        try (KeyValueIterator<String, OriginState> all = origins.all()) {
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
                AvroSerde.of(KeyedRequest.class, SchemaRegistries.of("mock://simulation"), SubjectNaming.RECORD));
    }
}
