package org.decorum.stage.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.decorum.core.machine.ReturnCause;
import org.decorum.schema.AlertKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;
import org.junit.jupiter.api.Test;

class MicrometerStageMetersTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MicrometerStageMeters meters = new MicrometerStageMeters(registry);

    @Test
    void everySeriesExistsBeforeAnythingHappens() {
        assertThat(series("decorum_rejected_total{")).hasSize(RejectReason.values().length);
        assertThat(series("decorum_feedback_total{")).hasSize(FetchOutcome.values().length);
        assertThat(series("decorum_returned_total{")).hasSize(ReturnCause.values().length);
        assertThat(series("decorum_alerts_total{")).hasSize(AlertKind.values().length);
        assertThat(registry.scrape())
                .contains(
                        "decorum_requests_total 0.0", "decorum_releases_total 0.0", "decorum_feedback_stale_total 0.0")
                .contains("decorum_backlog 0.0", "decorum_in_flight 0.0", "decorum_origins 0.0", "decorum_tasks 0.0")
                .contains("decorum_origins_lateness_seconds_count 0", "decorum_ticks_lateness_seconds_count 0");
    }

    @Test
    void eachReportMovesItsOwnSeries() {
        meters.requestAdmitted();
        meters.released(4, 2_000_000);
        meters.served(1_500);
        meters.rejected(RejectReason.URL_UNUSABLE);
        meters.feedback(FetchOutcome.FETCHED);
        meters.staleFeedback();
        meters.returned(ReturnCause.MISSED_SLOT);
        meters.alerted(AlertKind.BACKLOG_FULL);
        meters.policyChanged();
        meters.aliasChanged();
        meters.aliasRefused();
        meters.ticked(10_000, 500_000);
        assertThat(registry.scrape())
                .contains("decorum_requests_total 1.0", "decorum_releases_total 1.0", "decorum_released_cost_total 4.0")
                .contains("decorum_rejected_total{reason=\"url_unusable\"} 1.0")
                .contains("decorum_rejected_total{reason=\"unreadable\"} 0.0")
                .contains("decorum_feedback_total{outcome=\"fetched\"} 1.0", "decorum_feedback_stale_total 1.0")
                .contains("decorum_returned_total{cause=\"missed_slot\"} 1.0")
                .contains("decorum_alerts_total{kind=\"backlog_full\"} 1.0", "decorum_policies_changed_total 1.0")
                .contains("decorum_aliases_changed_total 1.0", "decorum_aliases_refused_total 1.0")
                .contains("decorum_origins_lateness_seconds_sum 0.0015", "decorum_requests_wait_seconds_sum 2.0")
                .contains("decorum_ticks_lateness_seconds_sum 0.01", "decorum_ticks_duration_seconds_sum 5.0E-4");
    }

    @Test
    void gaugesAddUpTheTasksThatAreHereNow() {
        StageMeters.Registration first = meters.track(new Task(3, 1, 2, true));
        meters.track(new Task(40, 10, 20, false));
        assertThat(registry.scrape())
                .contains("decorum_backlog 43.0", "decorum_in_flight 11.0", "decorum_origins 22.0")
                .contains("decorum_fleet_crowded 1.0");
        meters.trackFleet(() -> 272);
        assertThat(registry.scrape()).contains("decorum_fleet_window 272.0");
        first.close();
        assertThat(registry.scrape())
                .contains("decorum_backlog 40.0", "decorum_tasks 1.0", "decorum_fleet_crowded 0.0");
    }

    @Test
    void theInstanceSaysWhetherItWorksAndWhichThreadsWereReplaced() {
        assertThat(registry.scrape())
                .contains("decorum_ready 0.0", "decorum_commit_age_seconds 0.0")
                .contains("decorum_thread_restarts_total{cause=\"registry\"} 0.0");
        meters.threadRestarted(RestartCause.KAFKA);
        meters.watch(new HealthGauges() {
            @Override
            public boolean ready() {
                return true;
            }

            @Override
            public double commitAgeSeconds() {
                return 0.25;
            }
        });
        assertThat(registry.scrape())
                .contains("decorum_ready 1.0", "decorum_commit_age_seconds 0.25")
                .contains("decorum_thread_restarts_total{cause=\"kafka\"} 1.0");
    }

    private Iterable<String> series(String prefix) {
        return registry.scrape().lines().filter(line -> line.startsWith(prefix)).toList();
    }

    private record Task(long backlog, long inFlight, long origins, boolean isCrowded) implements TaskGauges {}
}
