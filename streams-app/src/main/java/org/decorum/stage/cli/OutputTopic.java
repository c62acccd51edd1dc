package org.decorum.stage.cli;

import org.apache.avro.specific.SpecificRecord;
import org.decorum.schema.CrawlAlert;
import org.decorum.schema.CrawlDecision;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.CrawlRelease;
import org.decorum.schema.OriginHold;
import org.decorum.stage.topology.TopicNames;

/** The topics that the stage writes for others, by the word that a person uses for them. */
enum OutputTopic {
    RELEASE(TopicNames.RELEASE, CrawlRelease.class),
    REJECTED(TopicNames.REJECTED, CrawlRejected.class),
    DECISIONS(TopicNames.DECISIONS, CrawlDecision.class),
    HOLDS(TopicNames.HOLDS, OriginHold.class),
    ALERTS(TopicNames.ALERTS, CrawlAlert.class);

    private final String topicName;
    private final Class<? extends SpecificRecord> recordClass;

    OutputTopic(String topicName, Class<? extends SpecificRecord> recordClass) {
        this.topicName = topicName;
        this.recordClass = recordClass;
    }

    String topicName() {
        return topicName;
    }

    Class<? extends SpecificRecord> recordClass() {
        return recordClass;
    }
}
