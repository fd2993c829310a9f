/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** The lines that a class logs while this is open. */
public final class LoggedLines extends AbstractAppender implements AutoCloseable {

  private final Logger logger;
  private final LoggerConfig config;
  private final Level levelBefore;
  private final List<String> texts = new CopyOnWriteArrayList<>();

  private LoggedLines(Logger logger, Level least) {
    super("lines of " + logger.getName(), null, null, true, Property.EMPTY_ARRAY);
    this.logger = logger;
    start();
    logger.addAppender(this);
    config = logger.get(); // the logger's own, now that it has an appender
    levelBefore = config.getLevel();
    setLevel(least);
  }

  /** Captures this level and above. */
  public static LoggedLines of(Class<?> logging, Level least) {
    return new LoggedLines((Logger) LogManager.getLogger(logging), least);
  }

  /**
   * Sets the level in the configuration: a level of the logger itself would be reset by the next
   * appender.
   */
  private void setLevel(Level level) {
    config.setLevel(level);
    logger.getContext().updateLoggers();
  }

  @Override
  public void append(LogEvent event) {
    texts.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
  }

  /** Level and message of each line. */
  public List<String> texts() {
    return List.copyOf(texts);
  }

  @Override
  public void close() {
    logger.removeAppender(this);
    setLevel(levelBefore);
    stop();
  }
}
