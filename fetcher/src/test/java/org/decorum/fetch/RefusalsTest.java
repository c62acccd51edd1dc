package org.decorum.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.decorum.fetch.Samples.ORIGIN;
import static org.decorum.fetch.Samples.headers;
import static org.decorum.fetch.Samples.open;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fetcher does after a 429 or 503 before it has heard of the stage. */
class RefusalsTest {

    /** Sunday, 6 November 1994, 08:49:37 GMT. */
    private static final long T0 = 784_111_777_000_000L;

    private static final long SECOND = 1_000_000;

    private final VirtualClock clock = new VirtualClock(T0);
    private final HoldTable holds = new HoldTable(36_000 * SECOND, clock);
    private final StartGate gate;
    private int number;

    RefusalsTest() {
        holds.completeAt(T0);
        GroupContact group = new GroupContact(36_000 * SECOND, clock);
        group.confirmed(clock.elapsedMicros());
        gate = new StartGate(holds, group);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void theSiteIsLeftAloneForTheSecondsOfRetryAfter(int status) {
        refused(status, Map.of("retry-after", "7"));

        assertStopsUntil(T0 + 7 * SECOND);
    }

    @Test
    void aDateIsReadAgainstTheDateOfTheAnswer() {
        refused(503, Map.of("retry-after", "Sun, 06 Nov 1994 09:00:10 GMT", "date", "Sun, 06 Nov 1994 09:00:00 GMT"));

        assertStopsUntil(T0 + 10 * SECOND);
    }

    @Test
    void aDateWithoutADateOfTheAnswerIsReadAgainstTheClock() {
        refused(503, Map.of("retry-after", "Sun, 06 Nov 1994 08:49:40 GMT"));

        assertStopsUntil(T0 + 3 * SECOND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5", "0", "Sun, 06 Nov 1994 08:00:00 GMT"})
    void aSecondWhereNoTimeToComeIsNamed(String retryAfter) {
        refused(503, Map.of("retry-after", retryAfter));

        assertStopsUntil(T0 + SECOND);
    }

    @Test
    void aSecondWithoutTheHeader() {
        refused(429, Map.of());

        assertStopsUntil(T0 + SECOND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3601", "99999999999999999999999"})
    void anHourAtMost(String retryAfter) {
        refused(503, Map.of("retry-after", retryAfter));

        assertStopsUntil(T0 + 3_600 * SECOND);
    }

    @Test
    void robotsTxtRefusesForItsSite() {
        OpenRelease asked = sent(0);
        gate.ended(asked, new FetchResult.Robots(429, T0, null, "4", null, "robots.txt: 429"), T0);

        assertStopsUntil(T0 + 4 * SECOND);
    }

    @Test
    void otherAnswersStopNothing() {
        for (int status : List.of(200, 404, 500, 502, 504)) {
            refused(status, Map.of("retry-after", "7"));
        }

        assertThat(admit(0, T0)).isInstanceOf(StartGate.Go.class);
    }

    @Test
    void otherSitesOfTheOriginGoOn() {
        refused(503, Map.of("retry-after", "7"));
        OpenRelease other = open(++number, ORIGIN, T0, SECOND, 0);
        other.release.setSiteKey("other." + ORIGIN);

        assertThat(gate.admit(other, T0)).isInstanceOf(StartGate.Go.class);
    }

    @Test
    void aReleaseOfANewerEpochShowsThatTheStageKnows() {
        refused(503, Map.of("retry-after", "7"));

        assertThat(admit(1, T0 + SECOND)).isInstanceOf(StartGate.Go.class);
        assertThat(admit(0, T0 + SECOND)).isEqualTo(new StartGate.Miss(MissReason.HELD));
    }

    @Test
    void ofOneEpochTheLaterEndCountsAndOfTwoTheNewer() {
        OpenRelease early = sent(0);
        OpenRelease late = sent(0);
        OpenRelease older = sent(0);
        OpenRelease newer = sent(1);
        end(early, "7");
        end(late, "2");
        assertThat(admit(0, T0 + 6 * SECOND)).isEqualTo(new StartGate.Miss(MissReason.HELD));

        end(newer, "3");
        end(older, "9");
        assertThat(admit(1, T0 + 2 * SECOND)).isEqualTo(new StartGate.Miss(MissReason.HELD));
        assertThat(admit(1, T0 + 3 * SECOND)).isInstanceOf(StartGate.Go.class);
    }

    @Test
    void whatIsToldTwiceDoesNotMoveTheEnd() {
        OpenRelease first = sent(0);
        FetchResult result = answer(503, Map.of("retry-after", "7"));
        gate.ended(first, result, T0);
        gate.ended(first, result, T0 + 5 * SECOND);

        assertStopsUntil(T0 + 7 * SECOND);
    }

    @Test
    void whatWaitsForAPlaceIsGivenBackAtOnce() {
        RecordingFetcher fetcher = new RecordingFetcher(clock, 0);
        List<String> missed = new ArrayList<>();
        StartQueue queue = new StartQueue(fetcher, gate, clock, new FetchStats(), 10, (open, result) -> {
            if (result.equals(new FetchResult.Missed(MissReason.HELD))) {
                missed.add(open.release.getBookingId());
            }
        });
        for (int i = 1; i <= 3; i++) {
            queue.offer(Samples.capped(i, ORIGIN, T0, SECOND, 0, 1));
        }
        queue.offer(open(4, ORIGIN, T0 + SECOND - 1, SECOND, 0));
        queue.offer(open(5, ORIGIN, T0 + SECOND, SECOND, 0));
        queue.step();
        fetcher.answerAll(503);
        queue.step();
        assertThat(missed).containsExactly("booking-2", "booking-3");
        clock.advance(SECOND - 1);
        queue.step();
        assertThat(missed).as("it came meanwhile").containsExactly("booking-2", "booking-3", "booking-4");
        clock.advance(1);
        queue.step();

        assertThat(fetcher.started).containsExactly("booking-1", "booking-5");
    }

    private void refused(int status, Map<String, String> headers) {
        gate.ended(sent(0), answer(status, headers), T0);
    }

    private void end(OpenRelease open, String retryAfter) {
        gate.ended(open, answer(503, Map.of("retry-after", retryAfter)), T0);
    }

    private static FetchResult answer(int status, Map<String, String> headers) {
        return new FetchResult.Fetched(status, T0, T0, headers(headers), null);
    }

    private OpenRelease sent(long epoch) {
        OpenRelease open = ofEpoch(epoch, T0);
        assertThat(gate.admit(open, T0)).isInstanceOf(StartGate.Go.class);
        return open;
    }

    private StartGate.Admission admit(long epoch, long atMicros) {
        return gate.admit(ofEpoch(epoch, atMicros), atMicros);
    }

    private OpenRelease ofEpoch(long epoch, long atMicros) {
        OpenRelease open = open(++number, ORIGIN, atMicros, SECOND, 0);
        open.release.setEpoch(epoch);
        return open;
    }

    private void assertStopsUntil(long micros) {
        assertThat(admit(0, micros - 1)).isEqualTo(new StartGate.Miss(MissReason.HELD));
        assertThat(admit(0, micros)).isInstanceOf(StartGate.Go.class);
    }
}
