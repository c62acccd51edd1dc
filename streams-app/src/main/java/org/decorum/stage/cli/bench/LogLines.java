package org.decorum.stage.cli.bench;

import java.util.List;
import org.decorum.stage.bench.Belief;
import org.decorum.stage.bench.Report;
import org.decorum.stage.bench.Visit;

/** Logs as text: tab-separated, a head line first. */
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

    static String ofStage(List<Belief> beliefs) {
        StringBuilder lines = new StringBuilder("at_us\tpages_per_second\tin_flight_max\tnormal_us\n");
        for (Belief belief : beliefs) {
            lines.append(belief.atMicros())
                    .append('\t')
                    .append(belief.pagesPerSecond())
                    .append('\t')
                    .append(belief.inFlightMax())
                    .append('\t')
                    .append(belief.normalMicros())
                    .append('\n');
        }
        return lines.toString();
    }

    static String ofFetcher(List<Report> reports) {
        StringBuilder lines = new StringBuilder("started_us\tfinished_us\toutcome\n");
        for (Report report : reports) {
            lines.append(report.startedMicros())
                    .append('\t')
                    .append(report.finishedMicros())
                    .append('\t')
                    .append(report.outcome())
                    .append('\n');
        }
        return lines.toString();
    }
}
