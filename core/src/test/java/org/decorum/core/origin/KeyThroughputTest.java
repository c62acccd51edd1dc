package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reports how many plain ASCII URLs one core keys a second, by the thread's own CPU time. */
@Tag("slow")
class KeyThroughputTest {
    private static final Logger LOG = System.getLogger(KeyThroughputTest.class.getName());
    private static final int ROUNDS = 12;
    private static final int URLS = 1_000_000;

    @Test
    void reportsKeysPerSecondOfCpu() {
        OriginKeyer keyer = OriginKeyer.bundled();
        List<String> urls = urls();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long best = 0;
        int keyed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = threads.getCurrentThreadCpuTime();
            for (String url : urls) {
                keyed += keyer.key(url) instanceof KeyResult.Keyed ? 1 : 0;
            }
            best = Math.max(best, URLS * 1_000_000_000L / (threads.getCurrentThreadCpuTime() - start));
        }
        LOG.log(Level.INFO, "{0} keys a second of one core", best);
        assertThat(keyed).isEqualTo(ROUNDS * URLS);
    }

    private static List<String> urls() {
        List<String> urls = new ArrayList<>(URLS);
        for (int i = 0; i < URLS; i++) {
            urls.add((i % 3 == 0 ? "https://www." : "https://") + "site" + i + ".shop" + i % 97
                    + ".co.uk/catalogue/item-" + i + ".html?page=" + i % 10);
        }
        return urls;
    }
}
