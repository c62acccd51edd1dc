package org.decorum.stage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.Timing;
import org.decorum.core.origin.Aliases;
import org.decorum.core.policy.Policy;
import org.decorum.core.rate.Limit;
import org.decorum.core.rate.Micros;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginPolicy;
import org.decorum.stage.policy.PolicyBook;
import org.decorum.stage.processor.Fleet;
import org.decorum.stage.processor.OriginTask;
import org.decorum.stage.processor.TaskTally;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An origin of several sites: the policy of one of them acts on what is held, although its key is not the origin's. */
class PlatformPolicyTest {

    private static final long START = 1_767_225_600_000_000L;
    private static final String PLATFORM = "platform.example";
    private static final String SITE = "tenant.platform.example";

    private final ShardState state = new ShardState();
    private final PolicyBook book = new PolicyBook(Policy.POLITE);
    private final Outbox outbox =
            new Outbox(release -> new Booking(release, Limit.every(1), Limit.every(1), 0, 1, 1), forgotten -> {});

    private OriginTask task = task();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBurstThatASiteIsAllowedActsAtOnce(boolean restored) {
        book.set(PLATFORM, OriginPolicy.newBuilder().setIntervalMicros(1_000L).build());
        book.set(SITE, OriginPolicy.newBuilder().setIntervalMicros(5_000_000L).build());
        task.request(request(1), 1, START);
        task.request(request(2), 2, START);
        assertThat(releases()).isEqualTo(1);
        if (restored) {
            task = task();
            task.restore(0);
        }
        task.tick(START + 1_000_000, () -> true);
        assertThat(releases()).isZero();

        book.set(
                SITE,
                OriginPolicy.newBuilder()
                        .setIntervalMicros(5_000_000L)
                        .setBurst(2)
                        .build());
        task.recheck(SITE, START + 1_000_000);
        task.tick(START + 1_000_000, () -> true);
        assertThat(releases()).isEqualTo(1);
    }

    @Test
    void aPolicyOfAStrangerWakesNobody() {
        task.request(request(1), 1, START);
        task.request(request(2), 2, START);
        long due = task.firstDueMicros();
        task.recheck("stranger.example", START);
        task.tick(START, () -> true);
        assertThat(task.firstDueMicros()).isEqualTo(due);
    }

    private OriginTask task() {
        return new OriginTask(
                new OriginMachine(Timing.ofLead(250_000)),
                book,
                Aliases.NONE,
                state.stores(),
                outbox,
                new NoMeters(),
                new TaskTally(),
                Fleet.unlimited());
    }

    private long releases() {
        return outbox.takeAll().stream().filter(Booking.class::isInstance).count();
    }

    private static KeyedRequest request(int number) {
        return KeyedRequest.newBuilder()
                .setRequestId("request-" + number)
                .setUrl("http://" + SITE + "/" + number)
                .setOriginKey(PLATFORM)
                .setSiteKey(SITE)
                .setPriority(5)
                .setCost(1)
                .setReceivedAt(Micros.toInstant(START))
                .setMetadata(Map.of())
                .build();
    }
}
