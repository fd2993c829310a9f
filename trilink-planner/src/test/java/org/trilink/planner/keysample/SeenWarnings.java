/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keysample;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** The warnings that a class in this JVM logs while this is open. */
final class SeenWarnings extends AbstractAppender implements AutoCloseable {

  private final Logger logger;
  private final Queue<String> texts = new ConcurrentLinkedQueue<>();

  private SeenWarnings(Logger logger) {
    super("seen-warnings", null, null, true, Property.EMPTY_ARRAY);
    this.logger = logger;
  }

  static SeenWarnings of(String className) {
    Logger logger = (Logger) LogManager.getLogger(className);
    SeenWarnings warnings = new SeenWarnings(logger);
    warnings.start();
    logger.addAppender(warnings);
    logger.setLevel(Level.WARN); // the next appender would undo it
    return warnings;
  }

  @Override
  public void append(LogEvent event) {
    texts.add(event.getMessage().getFormattedMessage());
  }

  List<String> texts() {
    return List.copyOf(texts);
  }

  @Override
  public void close() {
    logger.removeAppender(this);
    stop();
  }
}
