package org.decorum.stage.sim;

import java.util.function.LongSupplier;
import org.decorum.core.backoff.HoldCause;
import org.decorum.core.machine.ReturnCause;
import org.decorum.schema.AlertKind;
import org.decorum.schema.FetchOutcome;
import org.decorum.schema.RejectReason;
import org.decorum.stage.metrics.HealthGauges;
import org.decorum.stage.metrics.RestartCause;
import org.decorum.stage.metrics.StageMeters;
import org.decorum.stage.metrics.TaskGauges;

/** A simulation counts for itself. */
final class NoMeters implements StageMeters {

    @Override
    public void requestAdmitted() {}

    @Override
    public void requestMoved() {}

    @Override
    public void requestParked() {}

    @Override
    public void rejected(RejectReason reason) {}

    @Override
    public void released(int cost, long waitMicros) {}

    @Override
    public void served(long latenessMicros) {}

    @Override
    public void feedback(FetchOutcome outcome) {}

    @Override
    public void staleFeedback() {}

    @Override
    public void returned(ReturnCause cause) {}

    @Override
    public void held(HoldCause cause) {}

    @Override
    public void alerted(AlertKind kind) {}

    @Override
    public void policyChanged() {}

    @Override
    public void policyRefused() {}

    @Override
    public void aliasChanged() {}

    @Override
    public void aliasRefused() {}

    @Override
    public void ticked(long latenessMicros, long durationNanos) {}

    @Override
    public void threadRestarted(RestartCause cause) {}

    @Override
    public void watch(HealthGauges health) {}

    @Override
    public void trackFleet(LongSupplier window) {}

    @Override
    public Registration track(TaskGauges task) {
        return () -> {};
    }
}
