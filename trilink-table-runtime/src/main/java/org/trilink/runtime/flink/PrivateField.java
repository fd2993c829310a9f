/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.lang.reflect.Field;

/**
 * A private field of Flink, or of one of its connectors and formats. Its class is told by name, as
 * those of connectors may be loaded elsewhere, or not be there.
 */
public final class PrivateField {

  private final String declaring;
  private final String name;

  /**
   * Names it.
   *
   * @param declaring the name of Flink's class
   */
  public PrivateField(String declaring, String name) {
    this.declaring = declaring;
    this.name = name;
  }

  /**
   * Reads it.
   *
   * @param owner of Flink's class, or one of Trilink's that stands in for it with a field of the
   *     same name
   * @throws NoSuchFieldException if this is not the Flink that Trilink supports
   */
  public Object get(Object owner) throws ReflectiveOperationException {
    return of(owner).get(owner);
  }

  /**
   * Sets it.
   *
   * @throws NoSuchFieldException if this is not the Flink that Trilink supports
   * @throws IllegalArgumentException if it cannot have this value
   */
  public void set(Object owner, Object value) throws ReflectiveOperationException {
    of(owner).set(owner, value);
  }

  private Field of(Object owner) throws NoSuchFieldException {
    Field standIn = null;
    for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
      for (Field candidate : type.getDeclaredFields()) {
        if (isNamed(candidate)) {
          if (type.getName().equals(declaring)) {
            candidate.setAccessible(true);
            return candidate;
          }
          standIn = standIn == null ? candidate : standIn;
        }
      }
    }
    if (standIn == null) {
      throw new NoSuchFieldException(this + " in " + owner.getClass().getName());
    }
    standIn.setAccessible(true);
    return standIn;
  }

  /** Whether an object is of Flink's class, or of one that extends it. */
  boolean isDeclaredFor(Object owner) {
    Class<?> type = owner.getClass();
    while (type != null && !type.getName().equals(declaring)) {
      type = type.getSuperclass();
    }
    return type != null;
  }

  /** Before the name of a field Scala may have put that of its class. */
  public boolean isNamed(Field candidate) {
    return candidate.getName().equals(name) || candidate.getName().endsWith("$$" + name);
  }

  /** The name of Flink's class. */
  public String declaring() {
    return declaring;
  }

  /** For errors: class and field. */
  @Override
  public String toString() {
    return declaring + "." + name;
  }
}
