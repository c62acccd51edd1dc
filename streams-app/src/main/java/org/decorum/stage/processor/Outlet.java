package org.decorum.stage.processor;

import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.CrawlRequest;
import org.decorum.schema.OriginHold;
import org.jspecify.annotations.Nullable;

/** Where a task's output goes. */
public interface Outlet {

    void release(CrawlRelease release);

    void rejected(CrawlRejected rejected);

    /** A request that came to a full backlog, as it was published. */
    void parked(String originKey, CrawlRequest request);

    void decision(CrawlDecision decision);

    /** The hold of an origin; null when the origin is forgotten, epoch and all. */
    void hold(String originKey, @Nullable OriginHold hold);

    void alert(CrawlAlert alert);

    /** A request, or an {@link org.decorum.schema.OriginMessage}, to the origin whose key it carries. */
    void move(String originKey, SpecificRecord record);
}
