package org.decorum.stage.cli.bench;

import java.util.List;
import org.decorum.stage.bench.Visit;

/** A host's log as text: tab-separated, a head line first. */
final class LogLines {

    private LogLines() {}

    static String of(List<Visit> visits) {
        StringBuilder lines = new StringBuilder("arrived_us\tbegun_us\tended_us\tstatus\twaiting\n");
        for (Visit visit : visits) {
            lines.append(visit.arrivedMicros())
                    .append('\t')
                    .append(visit.begunMicros())
                    .append('\t')
                    .append(visit.endedMicros())
                    .append('\t')
                    .append(visit.status())
                    .append('\t')
                    .append(visit.waiting())
                    .append('\n');
        }
        return lines.toString();
    }
}
