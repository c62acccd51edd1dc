package org.decorum.stage.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DueQueueTest {

    private static final long NEVER = Long.MAX_VALUE;

    @Test
    void theEarliestGoesFirstAndOnlyWhenItIsDue() {
        DueQueue queue = new DueQueue(new OriginNumbers());
        queue.put("late", 30);
        queue.put("early", 10);
        assertThat(queue.firstDueMicros()).isEqualTo(10);
        assertThat(queue.poll(9)).isNull();
        assertThat(queue.poll(10)).isEqualTo("early");
        assertThat(queue.poll(29)).isNull();
        assertThat(queue.poll(30)).isEqualTo("late");
        assertThat(queue.firstDueMicros()).isEqualTo(NEVER);
    }

    @Test
    void anOriginHasOneEntryThatMovesBothWays() {
        DueQueue queue = new DueQueue(new OriginNumbers());
        queue.put("a", 20);
        queue.put("b", 15);
        queue.put("a", 10);
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.poll(10)).isEqualTo("a");
        queue.put("b", 40);
        assertThat(queue.poll(39)).isNull();
        assertThat(queue.poll(40)).isEqualTo("b");
    }

    @Test
    void neverTakesAnOriginOut() {
        DueQueue queue = new DueQueue(new OriginNumbers());
        queue.put("a", 10);
        queue.put("a", NEVER);
        queue.put("unknown", NEVER);
        assertThat(queue.size()).isZero();
        assertThat(queue.poll(NEVER)).isNull();
    }

    @Test
    void timesBeforeTheEpochAreInOrderToo() {
        DueQueue queue = new DueQueue(new OriginNumbers());
        queue.put("zero", 0);
        queue.put("least", Long.MIN_VALUE);
        queue.put("before", -5);
        assertThat(queue.poll(0)).isEqualTo("least");
        assertThat(queue.poll(0)).isEqualTo("before");
        assertThat(queue.poll(0)).isEqualTo("zero");
    }

    /** Few keys and few times, so that entries meet, move and tie. */
    @Property(tries = 300)
    void itDoesWhatASortedMapWouldDo(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int keys) {
        Random random = new Random(seed);
        DueQueue queue = new DueQueue(new OriginNumbers());
        Map<String, Long> model = new HashMap<>();
        for (int step = 0; step < 1_000; step++) {
            String key = "origin-" + random.nextInt(keys);
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    long due = random.nextInt(50);
                    queue.put(key, due);
                    model.put(key, due);
                }
                case 2 -> {
                    queue.put(key, NEVER);
                    model.remove(key);
                }
                default -> poll(queue, model, random.nextInt(50));
            }
            assertThat(queue.size()).isEqualTo(model.size());
            assertThat(queue.firstDueMicros())
                    .isEqualTo(model.values().stream()
                            .min(Comparator.naturalOrder())
                            .orElse(NEVER));
        }
    }

    /** Two queues as a task has them: what one lets go of is still the other's. */
    @Property(tries = 100)
    void queuesThatShareNumbersDoNotMixOriginsUp(@ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int keys) {
        Random random = new Random(seed);
        OriginNumbers numbers = new OriginNumbers();
        List<DueQueue> queues = List.of(new DueQueue(numbers), new DueQueue(numbers));
        List<Map<String, Long>> models = List.of(new HashMap<>(), new HashMap<>());
        for (int step = 0; step < 2_000; step++) {
            int which = random.nextInt(2);
            String key = "origin-" + random.nextInt(keys);
            if (random.nextInt(5) < 2) {
                long due = random.nextInt(50);
                queues.get(which).put(key, due);
                models.get(which).put(key, due);
            } else if (random.nextBoolean()) {
                queues.get(which).put(key, NEVER);
                models.get(which).remove(key);
            } else {
                poll(queues.get(which), models.get(which), random.nextInt(50));
            }
            Set<String> known = new HashSet<>(models.get(0).keySet());
            known.addAll(models.get(1).keySet());
            assertThat(numbers.size()).isEqualTo(known.size());
        }
    }

    @Test
    void manyOriginsComeOutInTheOrderOfTheirTimes() {
        DueQueue queue = new DueQueue(new OriginNumbers());
        for (int i = 0; i < 100_000; i++) {
            queue.put("site-" + i + ".example", (i * 7_919L) % 100_003);
        }
        long before = Long.MIN_VALUE;
        for (int i = 0; i < 100_000; i++) {
            long due = queue.firstDueMicros();
            String key = Objects.requireNonNull(queue.poll(NEVER));
            long number = Long.parseLong(key.substring("site-".length(), key.indexOf('.')));
            assertThat(due).isGreaterThanOrEqualTo(before).isEqualTo((number * 7_919L) % 100_003);
            before = due;
        }
        assertThat(queue.size()).isZero();
    }

    @Test
    void aKeyThatIsNotAsciiComesBackAsItWas() {
        DueQueue queue = new DueQueue(new OriginNumbers());
        queue.put("b\u00fccher.example", 10);
        queue.put("\u65e5\u672c.example", 20);
        assertThat(queue.poll(10)).isEqualTo("b\u00fccher.example");
        assertThat(queue.poll(20)).isEqualTo("\u65e5\u672c.example");
    }

    private static void poll(DueQueue queue, Map<String, Long> model, long now) {
        Optional<Long> first = model.values().stream().min(Comparator.naturalOrder());
        String polled = queue.poll(now);
        if (first.isEmpty() || first.get() > now) {
            assertThat(polled).isNull();
        } else {
            assertThat(model.remove(polled)).as("due time of %s", polled).isEqualTo(first.get());
        }
    }
}
