/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

/**
 * One input row of the operator tests.
 *
 * @param time event time in ms
 */
public record Reading(String key, long time, long value) {

  public static Reading of(String key, long time, long value) {
    return new Reading(key, time, value);
  }
}
