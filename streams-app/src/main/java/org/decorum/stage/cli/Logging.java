package org.decorum.stage.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** What a command line may change about logging; the start is {@code logback.xml}. */
public final class Logging {
    private Logging() {}

    /** 0 leaves the defaults; 1 shows our details and Kafka's course; 2 shows ours in full; 3 everything. */
    public static void verbosity(int level) {
        if (level > 0) {
            ((LoggerContext) LoggerFactory.getILoggerFactory()).putProperty(CauseConverter.TRACES, "yes");
        }
        switch (level) {
            case 0 -> {}
            case 1 -> {
                levels(Level.INFO, Level.DEBUG);
                // Hundreds of lines of settings for each client.
                logger("org.apache.kafka.common.config.AbstractConfig").setLevel(Level.WARN);
            }
            case 2 -> levels(Level.INFO, Level.TRACE);
            default -> levels(Level.DEBUG, Level.TRACE);
        }
    }

    /** For a command that takes brokers away itself: what its clients warn of then is no news. */
    public static void expectAbsentBrokers() {
        Logger kafka = logger("org.apache.kafka");
        if (kafka.getLevel() == null && kafka.getEffectiveLevel() == Level.WARN) {
            kafka.setLevel(Level.ERROR);
        }
    }

    private static void levels(Level others, Level ours) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Logger root = logger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        for (Logger logger : context.getLoggerList()) {
            logger.setLevel(logger == root ? others : null);
        }
        logger("org.decorum").setLevel(ours);
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }
}
