package org.decorum.stage.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Access log of one host in the order of arrival: appended to by the host's thread, read by any. */
public final class HostLog {

    private final List<Visit> visits = new ArrayList<>();
    private int pages;

    synchronized void add(Visit visit) {
        visits.add(visit);
        pages += visit.isPage() ? 1 : 0;
    }

    /** Requests that were not refused; the last of them may still be worked on. */
    public synchronized int pages() {
        return pages;
    }

    public synchronized int size() {
        return visits.size();
    }

    public synchronized Optional<Long> firstMicros() {
        return visits.stream().findFirst().map(Visit::arrivedMicros);
    }

    /** What was seen, in microseconds since the first arrival. */
    public synchronized List<Visit> visits() {
        return firstMicros()
                .map(first -> visits.stream().map(visit -> visit.since(first)).toList())
                .orElse(List.of());
    }
}
