package org.decorum.stage.store;

import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.decorum.core.machine.OriginState;
import org.decorum.schema.KeyedRequest;

/** States of a task's origins, to read and to write. */
public final class OriginStates extends CaughtUpOrigins {

    private final KeyValueStore<String, OriginState> states;

    OriginStates(KeyValueStore<String, OriginState> states, ReadOnlyKeyValueStore<BacklogKey, KeyedRequest> backlog) {
        super(states, backlog);
        this.states = states;
    }

    public void put(String originKey, OriginState state) {
        states.put(originKey, state);
    }

    public void delete(String originKey) {
        states.delete(originKey);
    }
}
