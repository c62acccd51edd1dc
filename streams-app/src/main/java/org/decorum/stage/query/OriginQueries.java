package org.decorum.stage.query;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.decorum.core.origin.Aliases;
import org.decorum.core.origin.KeyResult;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Policies;
import org.decorum.stage.store.CaughtUpOrigins;
import org.decorum.stage.store.StoreNames;

/** Finds origins in the stores of this instance; what other instances own is not found here. */
public final class OriginQueries implements OriginLookup {

    private final KafkaStreams streams;
    private final OriginKeyer keyer;
    private final Aliases aliases;
    private final Policies policies;
    private final LongSupplier clockMicros;

    public OriginQueries(
            KafkaStreams streams, OriginKeyer keyer, Aliases aliases, Policies policies, LongSupplier clockMicros) {
        this.streams = streams;
        this.keyer = keyer;
        this.aliases = aliases;
        this.policies = policies;
        this.clockMicros = clockMicros;
    }

    @Override
    public String originOf(String hostOrKey) {
        return keyer.keyOf(hostOrKey) instanceof KeyResult.Keyed keyed
                ? keyed.under(aliases).originKey()
                : hostOrKey;
    }

    @Override
    public Optional<OriginView> find(String originKey) {
        try {
            CaughtUpOrigins origins = new CaughtUpOrigins(store(StoreNames.ORIGINS), store(StoreNames.BACKLOG));
            return Optional.ofNullable(origins.get(originKey))
                    .map(found -> OriginView.of(originKey, found, policies, clockMicros.getAsLong()));
        } catch (InvalidStateStoreException notHereNow) {
            return Optional.empty();
        }
    }

    private <K, V> ReadOnlyKeyValueStore<K, V> store(String name) {
        return streams.store(StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.keyValueStore()));
    }
}
