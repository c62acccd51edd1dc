package org.decorum.stage.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.pattern.RootCauseFirstThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.CoreConstants;

/**
 * The end of a log line: why it was written. A warning is about something that goes on by itself, so its first cause in
 * words is enough; an error says where it happened, and so does everything under {@code -v}.
 */
public final class CauseConverter extends RootCauseFirstThrowableProxyConverter {

    /** Property of the logging context: traces for warnings, too. */
    static final String TRACES = "decorum.traces";

    @Override
    public String convert(ILoggingEvent event) {
        IThrowableProxy cause = event.getThrowableProxy();
        if (cause == null) {
            return CoreConstants.LINE_SEPARATOR;
        }
        if (event.getLevel().isGreaterOrEqual(Level.ERROR) || getContext().getProperty(TRACES) != null) {
            return CoreConstants.LINE_SEPARATOR + super.convert(event);
        }
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String name = cause.getClassName().substring(cause.getClassName().lastIndexOf('.') + 1);
        String message = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
        return " (" + name + ": " + message + ")" + CoreConstants.LINE_SEPARATOR;
    }
}
