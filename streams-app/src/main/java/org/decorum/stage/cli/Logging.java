package org.decorum.stage.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** What a command line may change about logging; the start is {@code logback.xml}. */
public final class Logging {
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger: %msg%n";

    private Logging() {}

    /** 0 leaves the defaults; 1 shows our details and Kafka's course; 2 shows ours in full; 3 everything. */
    public static void verbosity(int level) {
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

    /** Sends everything to a file instead of standard error, for commands that draw on the terminal. */
    public static void toFile(Path file) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context);
        appender.setName("FILE");
        appender.setFile(file.toString());
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(appender);
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
