package org.decorum.stage.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What happened when, for the verdict and for whoever looks for a cause afterwards. */
public final class Diary {

    private final Path file;
    private final Consumer<String> reader;
    private final List<Scaling> scalings = new ArrayList<>();
    private final List<Long> faults = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private int endedByThemselves;

    /** A stage or fetcher was added, or began to leave. */
    public record Scaling(Role role, boolean added, long atMicros) {}

    /** @param reader is told each line, too */
    public Diary(Path file, Consumer<String> reader) {
        this.file = file;
        this.reader = reader;
    }

    synchronized void fault(FaultKind kind, String what) {
        if (kind != FaultKind.SCALE_STAGES) {
            faults.add(ChaosFarm.nowMicros());
        }
        write(kind.word() + ": " + what);
    }

    synchronized void scaled(Role role, boolean added) {
        scalings.add(new Scaling(role, added, ChaosFarm.nowMicros()));
    }

    synchronized void endedByItself(String member, String lastWords) {
        endedByThemselves++;
        write(member + " ended by itself and is started again; its last words:\n" + lastWords);
    }

    /** Something that should not be. */
    public synchronized void trouble(String what) {
        troubles.add(what);
        write("TROUBLE: " + what);
    }

    /** Something worth knowing. */
    public synchronized void note(String what) {
        write(what);
    }

    private void write(String what) {
        String line = Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + what;
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        reader.accept(line);
    }

    public synchronized List<Scaling> scalings() {
        return List.copyOf(scalings);
    }

    /** How many faults of other kinds there were between two moments. */
    public synchronized long faultsBetween(long fromMicros, long toMicros) {
        return faults.stream().filter(at -> at >= fromMicros && at < toMicros).count();
    }

    public synchronized List<String> troubles() {
        return List.copyOf(troubles);
    }

    /** Processes that ended though nobody ended them; they were started again. */
    public synchronized int endedByThemselves() {
        return endedByThemselves;
    }
}
