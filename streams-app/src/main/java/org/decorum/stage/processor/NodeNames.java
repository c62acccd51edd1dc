package org.decorum.stage.processor;

/** Names of the topology's nodes and internal topics. A changed name is a new topology: its offsets and state are lost. */
public final class NodeNames {

    public static final String REQUESTS_SOURCE = "requests-source";
    public static final String FEEDBACK_SOURCE = "feedback-source";

    public static final String READ_REQUESTS = "read-requests";
    public static final String READ_FEEDBACK = "read-feedback";

    /** Kafka Streams calls the source {@code read-policies-source}. */
    public static final String READ_POLICIES = "read-policies";

    public static final String READ_ACCEPTED_POLICIES = "read-accepted-policies";

    /** Kafka Streams calls the source {@code read-aliases-source}. */
    public static final String READ_ALIASES = "read-aliases";

    public static final String READ_ACCEPTED_ALIASES = "read-accepted-aliases";

    /** Repartition topics; Kafka Streams adds the application id and {@code -repartition}. */
    public static final String REQUESTS_BY_ORIGIN = "requests-by-origin";

    public static final String FEEDBACK_BY_ORIGIN = "feedback-by-origin";

    /** What origins send to each other. */
    public static final String MOVES_BY_ORIGIN = "moves-by-origin";

    /** The topic of it, as the sink that is not Kafka Streams' own names it. */
    public static final String MOVES_BY_ORIGIN_TOPIC = "moves-by-origin-repartition";

    /** Where they meet. */
    public static final String BY_ORIGIN = "by-origin";

    public static final String BY_ORIGIN_OR_MOVED = "by-origin-or-moved";

    /** Input that could not be read. */
    public static final String UNREADABLE = "unreadable";

    public static final String ORIGINS = "own-origins";

    public static final String RELEASE_SINK = "release-sink";
    public static final String HOLDS_SINK = "holds-sink";
    public static final String REJECTED_SINK = "rejected-sink";
    public static final String ACCEPTED_POLICIES_SINK = "accepted-policies-sink";
    public static final String ACCEPTED_ALIASES_SINK = "accepted-aliases-sink";
    public static final String UNREADABLE_SINK = "unreadable-sink";
    public static final String PARKED_SINK = "parked-sink";
    public static final String DECISIONS_SINK = "decisions-sink";
    public static final String ALERTS_SINK = "alerts-sink";
    public static final String MOVES_SINK = "moves-sink";

    private NodeNames() {}
}
