package org.decorum.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Numbers worked out by hand, from round coefficients. */
class CapacityModelTest {

    private static final double GB = 1e9;
    private static final Offset<Double> EXACTLY = within(1e-6);

    private static final Coefficients KNOWN = coefficients("""
            stage_cpu_micros_per_url = 100
            broker_cpu_micros_per_url = 20
            thread_urls_per_second = 5000
            cycle_origins = 100000
            cpu_growth_per_tenfold = 1
            replica_cpu_share = 0.5
            idle_cpu_micros_per_shard = 1000
            request_bytes = 100
            repartition_bytes = 300
            release_bytes = 200
            feedback_bytes = 50
            decision_bytes = 150
            changelog_bytes = 400
            changelog_records = 4
            origin_record_bytes = 100
            held_url_bytes = 200
            changelog_dirty_share = 0.5
            tombstone_bytes = 50
            tombstone_seconds = 1000
            changelog_segment_bytes = 1000000
            origin_disk_bytes = 100
            held_url_disk_bytes = 300
            heap_base_bytes = 100e6
            heap_bytes_per_thread = 10e6
            heap_recent_bytes = 40e6
            heap_bytes_per_shard = 1e6
            heap_recent_bytes_per_shard = 3e6
            heap_bytes_per_active_origin = 100
            heap_live_share = 0.5
            rocksdb_bytes = 50e6
            process_bytes_outside_heap = 150e6
            failover_seconds = 5
            restore_records_per_second = 100000
            restore_cpu_micros_per_record = 10
            standby_lag_records = 10000
            meet_micros_per_origin = 10
            """);

    /** All alike, so that nothing but numbers of shards makes a difference. */
    private static final Workload EVEN = new Workload(1_000_000, 500_000, 2_000_000, 20_000, 0, 1);

    private static final Layout LAYOUT = new Layout(64, 1, 3, 0, 50, 250, 1_000, 100, 100, 1_000);
    private static final Machine MACHINE = new Machine(2, 2, 16 * GB, 0, 0.5, 1, 0.5, 0);

    @Test
    void cpuAsksForAsManyAsTheLoadNeeds() {
        Answer.Plan plan = plan(EVEN, LAYOUT, MACHINE);

        // 20,000 × (100 + 4 × 10) µs = 2.8 cores, 64 × 1 ms idle: three instances have 3 cores to use, and four 4; with
        // 3 an
        // instance has 22 shards of 64, of 20,000 URLs/s 6,875 × 100 µs, copies of as many × 40 µs, and 22 ms: 0.985,
        // and a little
        assertThat(plan.needed()).containsEntry(Limit.CPU, 3).containsEntry(Limit.SPARE, 1);
        assertThat(plan.value(Figure.INSTANCES)).isEqualTo(3);
        assertThat(plan.value(Figure.SHARDS_PER_INSTANCE)).isEqualTo(22);
        assertThat(plan.value(Figure.HOTTEST_ORIGIN)).isCloseTo(0.02, EXACTLY);
        assertThat(plan.value(Figure.CPU_PER_URL)).isCloseTo(100, EXACTLY);
        assertThat(plan.value(Figure.CPU_PER_STANDBY_URL)).isCloseTo(40, EXACTLY);
        // Σ rate² = 1e6 × 0.02² = 400; √(2 ln 3) × √(22 × 400 / 64) = 1.4823 × 11.7260 = 17.38 URLs/s
        assertThat(plan.value(Figure.CPU_PER_INSTANCE))
                .isCloseTo((6_875 + 17.38) * 100e-6 + 6_875 * 40e-6 + 0.022, within(1e-4));
        // √(2 ln 6) × √(11 × 400 / 64) = 1.8930 × 8.2916 = 15.70
        assertThat(plan.value(Figure.BUSIEST_THREAD)).isCloseTo(11 * 312.5 + 15.70, within(0.05));
    }

    @Test
    void whatOneMoreMustBearCounts() {
        Answer.Plan plan = plan(EVEN, with(64, 1, 1), MACHINE);

        assertThat(plan.needed()).containsEntry(Limit.CPU, 4).containsEntry(Limit.SPARE, 2);
    }

    @Test
    void stateThatGrowsCostsCpu() {
        Coefficients growing = coefficients("cpu_growth_per_tenfold = 1.2", KNOWN);
        Workload many = new Workload(320_000_000, 0, 0, 1_000, 0, 1);

        Answer.Plan plan = plan(growing, many, new Layout(32, 0, 1, 0, 50, 250, 0, 0, 0, 0), MACHINE);

        // One instance knows 3200 times what was measured: 1.2 ^ 3.50515
        assertThat(plan.value(Figure.INSTANCES)).isEqualTo(1);
        assertThat(plan.value(Figure.CPU_PER_URL)).isCloseTo(189.47, within(0.01));
    }

    @Test
    void spaceIsWhatOriginsAndUrlsTake() {
        Answer.Plan plan = plan(EVEN, with(64, 1, 1), MACHINE);

        // Three of four are left, with 22 of 64 shards
        assertThat(plan.value(Figure.HEAP))
                .isCloseTo(2 * (140e6 + 20e6 + 22 * 5e6 + 500_000 * 22 / 64.0 * 100), EXACTLY);
        assertThat(plan.value(Figure.RSS)).isCloseTo(plan.value(Figure.HEAP) + 200e6, EXACTLY);
        assertThat(plan.value(Figure.DISK_DATA)).isCloseTo(2 * 22 / 64.0 * (100e6 + 600e6), EXACTLY);
        assertThat(plan.value(Figure.DISK)).isCloseTo(4 * 22 / 64.0 * 700e6, EXACTLY);
    }

    @Test
    void brokersCarryEachCopy() {
        Answer.Plan plan = plan(EVEN, LAYOUT, MACHINE);

        assertThat(plan.value(Figure.BROKER_IN)).isCloseTo(20_000 * 3 * 1_200, EXACTLY);
        // 650 bytes read by the stage and fetchers, 400 by the standby, two further copies of 1,200
        assertThat(plan.value(Figure.BROKER_OUT)).isCloseTo(20_000 * (650 + 400 + 2_400), EXACTLY);
        // 20 µs × (1 + 2 × 0.5) × 20,000/s at most half busy
        assertThat(plan.value(Figure.BROKER_CORES)).isCloseTo(1.6, EXACTLY);
        // Live 100 + 400 MB, doubled; 20 M deletions of 50 bytes; 128 segments of 1 MB
        assertThat(plan.value(Figure.BROKER_LIVE_DISK)).isCloseTo(3 * (1_000e6 + 1_000e6 + 128e6), EXACTLY);
        // 100 × 1,000 + 50 × 100 + 200 × 100 + 150 × 1,000 bytes a URL
        assertThat(plan.value(Figure.BROKER_STREAM_DISK)).isCloseTo(3 * 20_000 * 275_000.0, within(1.0));
        assertThat(plan.value(Figure.BROKER_REPLICAS)).isEqualTo(6 * 64 * 3);
    }

    @Test
    void aReleaseIsReadableAfterTheCommit() {
        Answer.Plan plan = plan(EVEN, LAYOUT, MACHINE);

        // A thread that did 5,000 URLs/s of 100 µs was busy for half of its time, and waited for 50 ms of 100
        assertThat(plan.value(Figure.COMMIT)).isCloseTo(50, EXACTLY);
        assertThat(plan.value(Figure.READABLE_AFTER)).isCloseTo(100, EXACTLY);
        assertThat(plan.value(Figure.PUNCTUAL)).isCloseTo(100, EXACTLY);
        // A reach of 80 ms leaves 30 of 50 ms
        Answer.Plan tight = plan(EVEN, new Layout(64, 1, 3, 0, 50, 100, 0, 0, 0, 0), MACHINE);
        assertThat(tight.value(Figure.PUNCTUAL)).isCloseTo(60, EXACTLY);
    }

    @Test
    void aFailureHoldsUpItsShareAndIsCaughtUpWith() {
        Answer.Plan plan = plan(EVEN, with(64, 1, 1), MACHINE);

        // 16 shards to three: 6 for one, 10,000 records behind each; 3 for one of its threads
        assertThat(plan.value(Figure.FAILOVER)).isCloseTo(5 + 0.6, EXACTLY);
        assertThat(plan.value(Figure.FAILOVER_URLS)).isCloseTo(5_000 * 5.6, EXACTLY);
        double spare = 5_000 - plan.value(Figure.BUSIEST_THREAD) - 3 * 312.5;
        assertThat(plan.value(Figure.CATCH_UP)).isCloseTo(3 * 312.5 * 5.6 / spare, EXACTLY);
    }

    @Test
    void aRestoreReadsLiveRecordsDeletionsAndWhatIsNotCompacted() {
        Answer.Plan plan = plan(EVEN, LAYOUT, MACHINE);

        // A shard: 3 M / 64 live, doubled; 312.5/s for 1,000 s; 2 MB of records of 100 bytes
        double records = 93_750 + 312_500 + 20_000;
        assertThat(plan.value(Figure.RESTORE_RECORDS)).isCloseTo(records, EXACTLY);
        // 22 shards, and 343,750 origins to meet on two threads
        assertThat(plan.value(Figure.RESTORE)).isCloseTo(22 * records / 100_000 + 343_750 * 10e-6 / 2, EXACTLY);
    }

    @Test
    void withoutAStandbyAFailoverIsARestore() {
        Answer.Plan plan = plan(EVEN, with(64, 0, 1), MACHINE);

        double moved = Math.ceil(plan.value(Figure.SHARDS_PER_INSTANCE) / (plan.value(Figure.INSTANCES) - 1));
        assertThat(plan.value(Figure.FAILOVER))
                .isCloseTo(5 + moved * plan.value(Figure.RESTORE_RECORDS) / 100_000, EXACTLY);
    }

    @Test
    void costsAreOfCoresMemoryAndDisk() {
        Answer answer = CapacityModel.plan(KNOWN, EVEN, LAYOUT, MACHINE, new Prices(0.05, 0.01, 0.1));

        Answer.Plan plan = (Answer.Plan) answer;
        double diskGb = (3 * plan.value(Figure.DISK)
                        + 2 * (plan.value(Figure.BROKER_LIVE_DISK) + plan.value(Figure.BROKER_STREAM_DISK)))
                / GB;
        double month = 730 * ((6 + 1.6) * 0.05 + 48 * 0.01) + diskGb * 0.1;
        assertThat(plan.value(Figure.COST_PER_MONTH)).isCloseTo(month, EXACTLY);
        // 20,000/s × 730 h = 52,560 millions
        assertThat(plan.value(Figure.COST_PER_MILLION_URLS)).isCloseTo(month / 52_560, EXACTLY);
        assertThat(plan(EVEN, LAYOUT, MACHINE).worked(Figure.COST_PER_MONTH)).isEmpty();
    }

    @Test
    void eachLimitMayBind() {
        assertThat(plan(EVEN, LAYOUT, new Machine(2, 8, 16 * GB, 0, 0.5, 1, 0.5, 0))
                        .binding())
                .isEqualTo(Limit.CPU);
        assertThat(plan(EVEN, LAYOUT, new Machine(2, 2, 620e6, 0, 0.5, 1, 0.5, 0))
                        .binding())
                .isEqualTo(Limit.MEMORY);
        assertThat(plan(EVEN, LAYOUT, new Machine(2, 2, 16 * GB, 200e6, 0.5, 1, 0.5, 0))
                        .binding())
                .isEqualTo(Limit.DISK);
        assertThat(plan(EVEN, LAYOUT, new Machine(2, 2, 16 * GB, 0, 0.5, 1, 0.5, 20))
                        .binding())
                .isEqualTo(Limit.RESTORE);
        assertThat(plan(EVEN, LAYOUT, new Machine(64, 2, 16 * GB, 0, 0.5, 1, 0.5, 0))
                        .binding())
                .isEqualTo(Limit.THREAD);
        assertThat(plan(EVEN, with(64, 1, 5), new Machine(64, 64, 16 * GB, 0, 0.5, 1, 0.5, 0))
                        .binding())
                .isEqualTo(Limit.SPARE);
    }

    @Test
    void oneHotOriginIsOneThreadsHoweverManyThereAre() {
        Workload hot = new Workload(1_000_000, 0, 0, 200_000, 1, 1e6);

        Answer answer = CapacityModel.plan(KNOWN, hot, with(0, 0, 0), MACHINE, Prices.NONE);

        // 200,000 / (ln 1e6 + 0.5772)
        assertThat(answer).isInstanceOfSatisfying(Answer.None.class, none -> {
            assertThat(none.limit()).isEqualTo(Limit.THREAD);
            assertThat(none.why()).contains("of which 13.9 k/s are of the hottest origin", "expected: at most 5,000/s");
        });
    }

    @Test
    void tooFewShardsForTheInstancesThatAreNeededIsNoPlan() {
        Answer answer = CapacityModel.plan(KNOWN, EVEN, with(2, 1, 0), MACHINE, Prices.NONE);

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.None.class,
                        none -> assertThat(none.why())
                                .contains("with 2 instances and 2 shards, the most that there can be"));
    }

    @Test
    void whatCannotBeIsRefusedByName() {
        assertThatThrownBy(() -> new Workload(0, 0, 0, 1, 1, 1))
                .hasMessage("origins: 0 (expected: 1 to 1000000000000)");
        assertThatThrownBy(() -> new Workload(10, 11, 0, 1, 1, 1)).hasMessage("active_origins: 11 (expected: 0 to 10)");
        assertThatThrownBy(() -> new Workload(10, 0, 0, Double.NaN, 1, 1))
                .hasMessage("urls_per_second: NaN (expected: more than 0)");
        assertThatThrownBy(() -> new Machine(0, 1, 1, 0, 1, 1, 1, 0)).hasMessage("cores: 0 (expected: 1 to 1024)");
        assertThatThrownBy(() -> new Prices(-1, 0, 0)).hasMessage("price_core_hour: -1 (expected: 0 or more)");
        assertThatThrownBy(() -> plan(new Workload(100, 0, 0, 1_000, 1, 1), LAYOUT, MACHINE))
                .hasMessageContaining("the budgets of all 100 origins together");
    }

    private static Layout with(int shards, int standbys, int failures) {
        return new Layout(shards, standbys, 3, failures, 50, 250, 1_000, 100, 100, 1_000);
    }

    private static Answer.Plan plan(Workload work, Layout layout, Machine machine) {
        return plan(KNOWN, work, layout, machine);
    }

    private static Answer.Plan plan(Coefficients known, Workload work, Layout layout, Machine machine) {
        Answer answer = CapacityModel.plan(known, work, layout, machine, Prices.NONE);
        assertThat(answer).isInstanceOf(Answer.Plan.class);
        return (Answer.Plan) answer;
    }

    private static Coefficients coefficients(String properties) {
        return coefficients(properties, Coefficients.bundled());
    }

    private static Coefficients coefficients(String properties, Coefficients base) {
        try {
            return base.overriddenBy(new StringReader(properties));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
