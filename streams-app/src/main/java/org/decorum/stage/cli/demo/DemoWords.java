package org.decorum.stage.cli.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.decorum.fetch.MissReason;
import org.decorum.stage.sim.farm.FarmReport;

/** What a demo tells a person. */
final class DemoWords {

    private static final int ORIGINS_SHOWN = 15;
    private static final int BAR_WIDTH = 20;

    private DemoWords() {}

    /** One line of progress; {@code total} is 0 while the list is still being read. */
    static String progress(DemoCounts counts, long published, long total, double perSecond, double lateMillis) {
        long held = Math.max(0, published - counts.finished());
        String line = String.format(
                Locale.ROOT,
                "released %,d  fetched %,d (%,.0f/s)  held %,d  backlog %,d  missed %,d  latest start %.0f ms",
                counts.released(),
                counts.fetched(),
                perSecond,
                held,
                counts.backlog(),
                counts.missed(),
                lateMillis);
        return total == 0 ? line : bar((double) counts.finished() / total) + " " + line;
    }

    static void print(
            PrintWriter out,
            DemoSummary summary,
            Optional<FarmReport> report,
            Map<MissReason, Long> missed,
            long onLoopback) {
        out.println();
        report.ifPresentOrElse(
                judged -> out.println(judged.table(ORIGINS_SHOWN)),
                () -> out.println("A live crawl: the origins' logs are theirs, so no floor was judged."));
        if (onLoopback > 0) {
            out.printf(
                    Locale.ROOT,
                    "%,d URLs are on loopback: fetched from the servers there, whose logs were not judged.%n",
                    onLoopback);
        }
        out.printf(
                Locale.ROOT,
                "%,d published: %,d fetched (%,d redirects on the way), %,d rejected, %,d held. %,d slots given, %,d missed (%.2f %%).%n",
                summary.published(),
                summary.fetched(),
                summary.redirected(),
                summary.rejected(),
                summary.held(),
                summary.released(),
                summary.missed(),
                100 * summary.missedRatio());
        missed.forEach((reason, count) -> out.printf(
                Locale.ROOT,
                "  %,d missed as %s%n",
                count,
                reason.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        out.printf(
                Locale.ROOT,
                "%.1f s of crawling; first release %s after the start.%n",
                summary.seconds(),
                summary.firstReleaseSeconds() == null
                        ? "never"
                        : String.format(Locale.ROOT, "%.1f s", summary.firstReleaseSeconds()));
        out.flush();
    }

    private static String bar(double share) {
        int full = (int) Math.round(Math.min(1, share) * BAR_WIDTH);
        return "[" + "=".repeat(full) + " ".repeat(BAR_WIDTH - full) + "] "
                + String.format(Locale.ROOT, "%3.0f %%", 100 * Math.min(1, share));
    }
}
