package org.decorum.stage.cli.policy;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.table.TopicTable;
import org.decorum.stage.policy.PolicyReader;
import org.decorum.stage.table.GuardedTable;
import org.decorum.stage.table.Refusal;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.WireConfig;
import org.decorum.wire.registry.SchemaRegistry;
import org.jspecify.annotations.Nullable;

/** The table on {@code crawl.policies}: read as the stage does, written one record at a time. */
final class PolicyTopic {

    private final TopicTable<OriginPolicy> raw;
    private final TopicTable<OriginPolicy> accepted;
    private final SortedMap<String, OriginPolicy> inForce = new TreeMap<>();
    private final GuardedTable<OriginPolicy> guarded;

    PolicyTopic(Map<String, Object> clientSettings, OriginKeyer keyer) {
        SchemaRegistry registry = new WireConfig(clientSettings).registry();
        this.raw = new TopicTable<>(TopicNames.POLICIES, clientSettings);
        this.accepted = new TopicTable<>(TopicNames.ACCEPTED_POLICIES, clientSettings);
        this.guarded = new GuardedTable<>(
                TopicNames.POLICIES, new PolicyReader(keyer, registry), registry, PolicyReader.unjudged(), this::put);
    }

    /** The policies in force, by key; where the newest record is bad, the last good one. */
    SortedMap<String, OriginPolicy> read() {
        raw.read(found -> {
            if (found.key() != null) {
                guarded.raw(found.key(), found.value(), found.partition(), found.offset());
            }
        });
        accepted.read(found -> {
            if (found.key() != null) {
                guarded.accepted(found.key(), found.value());
            }
        });
        return inForce;
    }

    /** The keys whose newest record is bad, with the reasons. */
    Map<String, Refusal> refusals() {
        return guarded.refusals();
    }

    /** Returns when all replicas have it; null deletes. */
    void write(String key, @Nullable OriginPolicy policy) throws ExecutionException, InterruptedException {
        raw.write(key, policy);
    }

    private void put(String key, @Nullable OriginPolicy policy) {
        if (policy == null) {
            inForce.remove(key);
        } else {
            inForce.put(key, policy);
        }
    }
}
