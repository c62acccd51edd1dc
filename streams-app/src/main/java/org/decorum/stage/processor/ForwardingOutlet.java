package org.decorum.stage.processor;

import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.OriginHold;
import org.jspecify.annotations.Nullable;

/** Forwards a task's output to the sink of its topic, keyed by origin. */
final class ForwardingOutlet implements Outlet {

    private final ProcessorContext<String, SpecificRecord> context;
    private final boolean decisionsEnabled;

    ForwardingOutlet(ProcessorContext<String, SpecificRecord> context, boolean decisionsEnabled) {
        this.context = context;
        this.decisionsEnabled = decisionsEnabled;
    }

    @Override
    public void release(CrawlRelease release) {
        forward(NodeNames.RELEASE_SINK, release.getOriginKey(), release);
    }

    @Override
    public void rejected(CrawlRejected rejected) {
        forward(NodeNames.REJECTED_SINK, rejected.getOriginKey(), rejected);
    }

    @Override
    public void parked(String originKey, CrawlRequest request) {
        forward(NodeNames.PARKED_SINK, originKey, request);
    }

    @Override
    public void decision(CrawlDecision decision) {
        if (decisionsEnabled) {
            forward(NodeNames.DECISIONS_SINK, decision.getOriginKey(), decision);
        }
    }

    @Override
    public void hold(String originKey, @Nullable OriginHold hold) {
        forward(NodeNames.HOLDS_SINK, originKey, hold);
    }

    @Override
    public void alert(CrawlAlert alert) {
        forward(NodeNames.ALERTS_SINK, alert.getOriginKey(), alert);
    }

    @Override
    public void move(String originKey, SpecificRecord record) {
        // Not behind the requests of a flood: a site that changes hands stands still meanwhile.
        context.forward(new Record<>(originKey, record, ReadFeedback.FIRST_MILLIS), NodeNames.MOVES_SINK);
    }

    private void forward(String sink, String originKey, @Nullable SpecificRecord value) {
        context.forward(new Record<>(originKey, value, context.currentSystemTimeMs()), sink);
    }
}
