package org.decorum.stage.cli.bench;

import java.util.List;
import java.util.Map;

/**
 * What is run.
 *
 * @param protocols of Kafka's groups, one after the other
 * @param origins held origins of each task
 * @param shards tasks that own origins
 * @param runs kills
 * @param broker settings of the broker that win over those of the benchmark
 */
record FailoverPlan(List<String> protocols, int origins, int shards, int runs, Map<String, String> broker) {}
