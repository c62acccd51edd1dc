package org.decorum.stage.store;

import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.decorum.core.machine.OriginState;
import org.decorum.schema.KeyedRequest;
import org.jspecify.annotations.Nullable;

/**
 * States of origins as they are. A request that joins a queue is written to the backlog alone, so that what the store holds
 * of its origin may be behind; whoever reads it reads it here.
 */
public class CaughtUpOrigins implements ReadOnlyKeyValueStore<String, OriginState> {

    private final ReadOnlyKeyValueStore<String, OriginState> states;
    private final ReadOnlyKeyValueStore<BacklogKey, KeyedRequest> backlog;

    public CaughtUpOrigins(
            ReadOnlyKeyValueStore<String, OriginState> states,
            ReadOnlyKeyValueStore<BacklogKey, KeyedRequest> backlog) {
        this.states = states;
        this.backlog = backlog;
    }

    @Override
    public @Nullable OriginState get(String originKey) {
        OriginState state = states.get(originKey);
        return state == null ? null : caughtUp(originKey, state);
    }

    @Override
    public KeyValueIterator<String, OriginState> range(@Nullable String from, @Nullable String to) {
        return new CatchingUp(states.range(from, to));
    }

    @Override
    public KeyValueIterator<String, OriginState> all() {
        return new CatchingUp(states.all());
    }

    @Override
    public long approximateNumEntries() {
        return states.approximateNumEntries();
    }

    private OriginState caughtUp(String originKey, OriginState state) {
        return state.caughtUp(ticket -> backlog.get(BacklogKey.ofTicket(originKey, ticket)) != null);
    }

    private final class CatchingUp implements KeyValueIterator<String, OriginState> {

        private final KeyValueIterator<String, OriginState> rest;

        CatchingUp(KeyValueIterator<String, OriginState> rest) {
            this.rest = rest;
        }

        @Override
        public boolean hasNext() {
            return rest.hasNext();
        }

        @Override
        public String peekNextKey() {
            return rest.peekNextKey();
        }

        @Override
        public KeyValue<String, OriginState> next() {
            KeyValue<String, OriginState> next = rest.next();
            return KeyValue.pair(next.key, caughtUp(next.key, next.value));
        }

        @Override
        public void close() {
            rest.close();
        }
    }
}
