/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync.state;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.apache.flink.runtime.util.EnvironmentInformation;

/**
 * Access to members for which Flink has no interface. Any difference from Flink 1.14 is an error.
 */
final class FlinkInternals {

  private FlinkInternals() {}

  /** The value of a field of Flink's. */
  static Object read(Object object, Class<?> declaring, String name) {
    try {
      Field field = declaring.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(object);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw notAsExpected(declaring.getName() + "." + name, e);
    }
  }

  /** The value of a field of Flink's that must be of a type. */
  static <T> T read(Object object, Class<?> declaring, String name, Class<T> type) {
    Object value = read(object, declaring, name);
    if (!type.isInstance(value)) {
      throw notAsExpected(declaring.getName() + "." + name, null);
    }
    return type.cast(value);
  }

  /** Calls a method of Flink's, by the one name and the number of arguments. */
  static Object call(Object object, Class<?> declaring, String name, Object... arguments) {
    try {
      for (Method method : declaring.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
          method.setAccessible(true);
          return method.invoke(object, arguments);
        }
      }
      throw new NoSuchMethodException(name);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw notAsExpected(declaring.getName() + "." + name + "()", e);
    }
  }

  static IllegalStateException notAsExpected(String what, Throwable cause) {
    return new IllegalStateException(
        String.format(
            "Keys cannot be moved: %s is not as in Flink 1.14; this is Flink %s. Run the job on"
                + " Flink 1.14, or set 'partition.monitor' to 'off', so that keys stay where they"
                + " are.",
            what, EnvironmentInformation.getVersion()),
        cause);
  }
}
