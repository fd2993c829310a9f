/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.io.IOException;
import java.io.NotSerializableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.util.InstantiationUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/** Makes an instance of a user's strategy. */
final class StrategyClass {

  private static final Logger LOG = LoggerFactory.getLogger(StrategyClass.class);

  private StrategyClass() {}

  /**
   * Loads the class by the thread's context class loader, which has the user's jars.
   *
   * @throws ValidationException if there is no such class, or it is no public {@link
   *     KeyPlacementStrategy} with a public constructor without arguments, or that one fails, or
   *     its instances cannot be sent to the subtasks
   */
  public static KeyPlacementStrategy newInstance(String name) {
    Class<?> type = load(name);
    if (!KeyPlacementStrategy.class.isAssignableFrom(type)) {
      throw error(name, "does not implement " + KeyPlacementStrategy.class.getName());
    }
    if (!Modifier.isPublic(type.getModifiers()) || Modifier.isAbstract(type.getModifiers())) {
      throw error(name, "must be public, and not abstract");
    }
    KeyPlacementStrategy strategy = instance(name, type);
    checkSerializable(name, strategy);
    return strategy;
  }

  private static KeyPlacementStrategy instance(String name, Class<?> type) {
    try {
      return (KeyPlacementStrategy) type.getConstructor().newInstance();
    } catch (NoSuchMethodException e) {
      throw error(name, "has no public constructor without arguments");
    } catch (InvocationTargetException e) {
      throw failed(name, "its constructor", e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw failed(name, "loading it", e);
    }
  }

  /** Otherwise Flink would say so when the job is submitted, without the strategy's name. */
  private static void checkSerializable(String name, KeyPlacementStrategy strategy) {
    try {
      InstantiationUtil.serializeObject(strategy);
    } catch (NotSerializableException e) {
      throw error(
          name,
          "cannot be sent to the subtasks: it holds an instance of "
              + e.getMessage()
              + ", which is not serializable. Make that field transient and set it in open(), or"
              + " make its class serializable");
    } catch (IOException | RuntimeException | LinkageError e) {
      throw failed(name, "serializing it", e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException e) {
      throw new ValidationException(
          String.format(
              "TRILINK hint: there is no class '%s' for 'partition'. Name one of the built-in"
                  + " strategies, or a class that implements %s and whose jar was added (ADD JAR,"
                  + " or 'pipeline.jars') or is in the lib folder of client and cluster.",
              name, KeyPlacementStrategy.class.getName()));
    } catch (LinkageError e) {
      throw failed(name, "loading it", e);
    }
  }

  /** Without a cause: the SQL Client shows only the innermost cause, which names no option. */
  private static ValidationException failed(String name, String what, Throwable problem) {
    LOG.info("The class '{}' of 'partition' cannot be used.", name, problem);
    Throwable innermost = problem;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return error(name, "cannot be used: " + what + " failed with " + innermost);
  }

  private static ValidationException error(String name, String problem) {
    return new ValidationException(
        String.format("TRILINK hint: the class '%s' of 'partition' %s.", name, problem));
  }
}
