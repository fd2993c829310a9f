package org.trilink.planner.placement;

import java.lang.reflect.Modifier;
import org.apache.flink.table.api.ValidationException;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/** Makes an instance of a user's strategy. */
public final class StrategyClass {

  private StrategyClass() {}

  /**
   * Loads the class by the thread's context class loader, which has the user's jars.
   *
   * @throws ValidationException if there is no such class, or it is no public {@link
   *     KeyPlacementStrategy} with a public constructor without arguments, or that one fails
   */
  public static KeyPlacementStrategy newInstance(String name) {
    Class<?> type = load(name);
    if (!KeyPlacementStrategy.class.isAssignableFrom(type)) {
      throw error(name, "does not implement " + KeyPlacementStrategy.class.getName());
    }
    if (!Modifier.isPublic(type.getModifiers()) || Modifier.isAbstract(type.getModifiers())) {
      throw error(name, "must be public, and not abstract");
    }
    try {
      return (KeyPlacementStrategy) type.getConstructor().newInstance();
    } catch (NoSuchMethodException e) {
      throw error(name, "has no public constructor without arguments");
    } catch (ReflectiveOperationException e) {
      throw new ValidationException(
          String.format("TRILINK hint: no instance of the class '%s' of 'partition'.", name), e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException e) {
      throw new ValidationException(
          String.format(
              "TRILINK hint: there is no class '%s' for 'partition'. Add its jar (ADD JAR, or"
                  + " 'pipeline.jars'), or name one of the built-in strategies.",
              name),
          e);
    }
  }

  private static ValidationException error(String name, String problem) {
    return new ValidationException(
        String.format("TRILINK hint: the class '%s' of 'partition' %s.", name, problem));
  }
}
