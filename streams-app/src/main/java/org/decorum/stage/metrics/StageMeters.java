package org.decorum.stage.metrics;

import java.util.function.LongSupplier;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.machine.ReturnCause;
import org.decorum.schema.AlertKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;

/**
 * What the processors report, in their own words. Each call costs a few nanoseconds and never fails; none names an
 * origin, since there are millions.
 */
public interface StageMeters {

    void requestAdmitted();

    /** A request was sent on to another origin. */
    void requestMoved();

    /** A request came to a full backlog and was kept elsewhere. */
    void requestParked();

    void rejected(RejectReason reason);

    /**
     * A slot was given.
     *
     * @param waitMicros from the request's arrival; at least 0
     */
    void released(int cost, long waitMicros);

    /**
     * An origin that was due had its turn.
     *
     * @param latenessMicros after the time it was due; at least 0
     */
    void served(long latenessMicros);

    void feedback(FetchOutcome outcome);

    void staleFeedback();

    void returned(ReturnCause cause);

    void held(HoldCause cause);

    void alerted(AlertKind kind);

    void policyChanged();

    /** A policy was found bad and told of, once in the whole fleet. */
    void policyRefused();

    void aliasChanged();

    /** An alias was found bad and told of, once in the whole fleet. */
    void aliasRefused();

    /**
     * A tick came and did its work.
     *
     * @param latenessMicros after the time it was due; at least 0
     */
    void ticked(long latenessMicros, long durationNanos);

    /** A stream thread failed, and another takes its place. */
    void threadRestarted(RestartCause cause);

    /** How this instance is, from now on. */
    void watch(HealthGauges health);

    /** Shows how many releases may be out, as far as the fetchers can make their slots. */
    void trackFleet(LongSupplier window);

    /** Adds a task's gauges to those of this instance, until the result is closed. */
    Registration track(TaskGauges task);

    /** Takes a task's gauges away again. */
    @FunctionalInterface
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
