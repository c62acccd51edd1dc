package org.decorum.stage.cli.policy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.cli.table.TopicTable;
import org.decorum.stage.topology.TopicNames;
import org.decorum.wire.Decoded;
import org.decorum.wire.RecordJson;
import org.decorum.wire.WireConfig;
import org.decorum.wire.input.PolicyDecoder;
import org.jspecify.annotations.Nullable;

/** The table on {@code crawl.policies}. */
final class PolicyTopic {

    private final TopicTable<OriginPolicy> table;
    private final PolicyDecoder decoder;

    PolicyTopic(Map<String, Object> clientSettings) {
        this.table = new TopicTable<>(TopicNames.POLICIES, clientSettings);
        this.decoder = new PolicyDecoder(new WireConfig(clientSettings).registry());
    }

    /**
     * The last usable record of each key, as the stage sees it: one that cannot be used leaves the earlier one in force.
     *
     * @param complaints is told of each record that cannot be used
     */
    SortedMap<String, OriginPolicy> read(Consumer<String> complaints) {
        SortedMap<String, OriginPolicy> policies = new TreeMap<>();
        table.read(found -> take(found, policies, complaints));
        return policies;
    }

    /** Returns when all replicas have it; null deletes. */
    void write(String key, @Nullable OriginPolicy policy) throws ExecutionException, InterruptedException {
        table.write(key, policy);
    }

    /** The policy, or why the stage would not take it. */
    Decoded<OriginPolicy> check(OriginPolicy policy) {
        return decoder.decode(RecordJson.toJson(policy).getBytes(StandardCharsets.UTF_8));
    }

    private void take(
            ConsumerRecord<String, byte[]> found,
            SortedMap<String, OriginPolicy> policies,
            Consumer<String> complaints) {
        String where = found.topic() + "-" + found.partition() + " offset " + found.offset();
        @Nullable String key = found.key();
        byte @Nullable [] value = found.value();
        if (key == null) {
            complaints.accept(where + ": no key, ignored");
        } else if (value == null) {
            policies.remove(key);
        } else if (decoder.decode(value) instanceof Decoded.Ok<OriginPolicy> ok) {
            policies.put(key, ok.value());
        } else {
            complaints.accept(where + ": the policy of " + key + " cannot be used, the one before stays in force");
        }
    }
}
