package org.decorum.stage.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import org.decorum.core.origin.Aliases;
import org.jspecify.annotations.Nullable;

/** The aliases of a world, and what each instance of the stage has read of them so far. */
final class SimAliases {

    private static final int INSTANCES = 3;
    private static final long DELAY_MICROS_MAX = 3_000_000;

    private final Agenda agenda;
    private final SplittableRandom random;
    private final Map<String, String> truth = new HashMap<>();
    private final List<Instance> instances = new ArrayList<>();
    private int changes;

    SimAliases(Agenda agenda, SplittableRandom random) {
        this.agenda = agenda;
        this.random = random;
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(new Instance());
        }
    }

    /** What one instance has read. */
    static final class Instance implements Aliases {

        private final Map<String, String> known = new HashMap<>();
        private final List<Queue<String>> readers = new ArrayList<>();
        private long readMicros;

        @Override
        public String originOf(String siteKey) {
            return known.getOrDefault(siteKey, siteKey);
        }

        /** Gets the key of each change from now on. */
        Queue<String> reader() {
            Queue<String> reader = new ArrayDeque<>();
            readers.add(reader);
            return reader;
        }

        void close(Queue<String> reader) {
            readers.removeIf(one -> one == reader);
        }

        private void read(String siteKey, @Nullable String originKey) {
            if (originKey == null) {
                known.remove(siteKey);
            } else {
                known.put(siteKey, originKey);
            }
            readers.forEach(reader -> reader.add(siteKey));
        }
    }

    /** Every instance reads it, in order, at some time soon; null deletes. */
    void set(String siteKey, @Nullable String originKey) {
        changes++;
        if (originKey == null) {
            truth.remove(siteKey);
        } else {
            truth.put(siteKey, originKey);
        }
        for (Instance instance : instances) {
            long soon = agenda.nowMicros() + random.nextLong(DELAY_MICROS_MAX);
            instance.readMicros = Math.max(instance.readMicros, soon);
            agenda.at(instance.readMicros, () -> instance.read(siteKey, originKey));
        }
    }

    Instance anyInstance() {
        return instances.get(random.nextInt(instances.size()));
    }

    /** What every instance will have read in the end. */
    String originOf(String siteKey) {
        return truth.getOrDefault(siteKey, siteKey);
    }

    int changes() {
        return changes;
    }
}
