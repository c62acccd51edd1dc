package org.decorum.stage.bench;

import java.util.ArrayList;
import java.util.List;

/** Logs made by hand. */
final class Logs {

    private Logs() {}

    /** Pages in even gaps from one time to another, each done after so long without a wait. */
    static List<Visit> steady(double fromSeconds, double untilSeconds, double perSecond, long latencyMicros) {
        List<Visit> visits = new ArrayList<>();
        long count = Math.round((untilSeconds - fromSeconds) * perSecond);
        for (long i = 0; i < count; i++) {
            long ended = Math.round((fromSeconds + i / perSecond) * 1e6);
            visits.add(new Visit(ended - latencyMicros, ended - latencyMicros, ended, Visit.OK, 0));
        }
        return visits;
    }

    static Visit refusedAt(double seconds) {
        long micros = Math.round(seconds * 1e6);
        return new Visit(micros, micros, micros, Visit.REFUSED, 16);
    }

    @SafeVarargs
    static List<Visit> join(List<Visit>... parts) {
        List<Visit> all = new ArrayList<>();
        for (List<Visit> part : parts) {
            all.addAll(part);
        }
        return all;
    }
}
