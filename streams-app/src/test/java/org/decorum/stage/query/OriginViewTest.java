package org.decorum.stage.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.core.rate.Micros.ofSeconds;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.decorum.core.backlog.Waiting;
import org.decorum.core.backoff.BackoffPolicy;
import org.decorum.core.machine.OriginEvent;
import org.decorum.core.machine.OriginMachine;
import org.decorum.core.machine.OriginState;
import org.decorum.core.machine.Outcome;
import org.decorum.core.machine.Timing;
import org.decorum.core.policy.Policies;
import org.decorum.core.policy.PolicyDraft;
import org.junit.jupiter.api.Test;

class OriginViewTest {

    private static final String KEY = "example.com";
    private static final Policies POLICIES = Policies.always(PolicyDraft.every(1)
            .backoff(new BackoffPolicy(ofSeconds(60), ofSeconds(3_600), ofSeconds(86_400), ofSeconds(600), 1))
            .policy());

    private OriginState state = new OriginState();

    @Test
    void anOriginThatWentWrongTooOftenIsShownWithTheEndOfItsHoldAndItsCause() {
        arrive(KEY);
        assertThat(view(0).holdCause()).isNull();
        fail(0);
        assertThat(view(1).holdUntil()).startsWith("1970-01-01T00:01:0");
        assertThat(view(1).holdCause()).isEqualTo("failures");
        assertThat(view(100).holdUntil()).as("past").isNull();
        assertThat(view(100).holdCause()).as("past").isNull();
    }

    @Test
    void oneSiteOfSeveralIsShownAsHeldByItself() {
        arrive("a.example.com");
        arrive("b.example.com");
        fail(0);
        assertThat(view(1).holdCause()).isNull();
        assertThat(view(1).sites()).extracting(OriginView.SiteView::holdCause).containsExactly("failures", null);
        assertThat(view(1).sites().get(0).holdUntil()).startsWith("1970-01-01T00:01:0");
    }

    private OriginView view(long seconds) {
        return OriginView.of(KEY, state, POLICIES, ofSeconds(seconds));
    }

    private void arrive(String site) {
        apply(new OriginEvent.Arrived(new Waiting(site, 5, 1, Long.MIN_VALUE, Long.MAX_VALUE)));
    }

    private void fail(int lease) {
        apply(new OriginEvent.Reported(
                state.leases().get(lease).booking(),
                Outcome.FETCHED,
                OptionalInt.of(500),
                OptionalLong.empty(),
                OptionalLong.empty()));
    }

    private void apply(OriginEvent event) {
        state = new OriginMachine(Timing.IMMEDIATE)
                .apply(KEY, state, event, 0, POLICIES, ticket -> null)
                .state();
    }
}
