/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.util.ExceptionUtils;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** Everything that is logged in this process while it is open. */
public final class CapturedLog implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
  private final LoggerConfig root = context.getConfiguration().getRootLogger();
  private final Level level = root.getLevel();
  private final AbstractAppender appender =
      new AbstractAppender("captured", null, null, false, Property.EMPTY_ARRAY) {
        @Override
        public void append(LogEvent event) {
          String error =
              event.getThrown() == null
                  ? ""
                  : "\n" + ExceptionUtils.stringifyException(event.getThrown());
          lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage() + error);
        }
      };

  /** Captures this level and above. */
  public CapturedLog(Level least) {
    appender.start();
    root.addAppender(appender, least, null);
    root.setLevel(least.isLessSpecificThan(level) ? least : level);
    // the output on the console stays the same
    root.getAppenderRefs().stream()
        .map(reference -> root.getAppenders().get(reference.getRef()))
        .forEach(
            console -> {
              root.removeAppender(console.getName());
              root.addAppender(console, level, null);
            });
    context.updateLoggers();
  }

  /** The level and message of each line, and the error with its stack, if there is one. */
  public List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    root.removeAppender("captured");
    root.setLevel(level);
    context.updateLoggers();
    appender.stop();
  }
}
