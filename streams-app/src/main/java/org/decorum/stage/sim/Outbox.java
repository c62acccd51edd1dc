package org.decorum.stage.sim;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.decorum.core.rate.Limit;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.DecisionKind;
import org.decorum.schema.KeyedRequest;
import org.decorum.schema.OriginHold;
import org.decorum.stage.processor.Outlet;
import org.jspecify.annotations.Nullable;

/** A task's output of the present transaction: nobody reads it before the commit. */
final class Outbox implements Outlet {

    private static final Set<DecisionKind> ENDS =
            EnumSet.of(DecisionKind.CONCLUDED, DecisionKind.REJECTED, DecisionKind.PARKED);

    private final Function<CrawlRelease, Booking> booker;
    private final Consumer<String> forgotten;
    private final Function<String, Limit> limits;
    private final Optional<OverflowWatch> overflow;
    private final List<Object> outputs = new ArrayList<>();
    private int ends;

    Outbox(Function<CrawlRelease, Booking> booker, Consumer<String> forgotten) {
        this(booker, forgotten, originKey -> Limit.every(1), Optional.empty());
    }

    /**
     * An empty one.
     *
     * @param booker adds what was in force to a release
     * @param forgotten is told of origins whose state was deleted
     * @param limits in force of origins
     * @param overflow is shown what gives way, at that moment
     */
    Outbox(
            Function<CrawlRelease, Booking> booker,
            Consumer<String> forgotten,
            Function<String, Limit> limits,
            Optional<OverflowWatch> overflow) {
        this.overflow = overflow;
        this.limits = limits;
        this.booker = booker;
        this.forgotten = forgotten;
    }

    /** Requests that ended, or went to another origin, in this transaction. */
    int ends() {
        return ends;
    }

    boolean isEmpty() {
        return outputs.isEmpty();
    }

    /** Takes all outputs out, in order: {@link Booking}s, {@link Hold}s, {@link Move}s, {@link Decision}s and records. */
    List<Object> takeAll() {
        List<Object> all = List.copyOf(outputs);
        outputs.clear();
        ends = 0;
        return all;
    }

    @Override
    public void release(CrawlRelease release) {
        outputs.add(booker.apply(release));
    }

    @Override
    public void rejected(CrawlRejected rejected) {
        overflow.ifPresent(watch -> watch.rejected(rejected));
        add(rejected);
    }

    @Override
    public void parked(String originKey, CrawlRequest request) {
        overflow.ifPresent(watch -> watch.parked(originKey, String.valueOf(request.getRequestId())));
        add(request);
    }

    @Override
    public void decision(CrawlDecision decision) {
        outputs.add(new Decision(decision, limits.apply(decision.getOriginKey())));
        if (ENDS.contains(decision.getKind())) {
            ends++;
        } else if (decision.getKind() == DecisionKind.FORGOTTEN) {
            forgotten.accept(decision.getOriginKey());
        }
    }

    @Override
    public void hold(String originKey, @Nullable OriginHold hold) {
        outputs.add(new Hold(originKey, hold));
    }

    @Override
    public void alert(CrawlAlert alert) {
        add(alert);
    }

    @Override
    public void move(String originKey, SpecificRecord record) {
        outputs.add(new Move(originKey, record));
        ends += record instanceof KeyedRequest ? 1 : 0;
    }

    private void add(SpecificRecord record) {
        outputs.add(record);
    }
}
