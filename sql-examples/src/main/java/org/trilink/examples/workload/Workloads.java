/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.List;
import java.util.stream.Collectors;
import org.trilink.examples.bridge.Bridge;
import org.trilink.examples.longride.LongRide;
import org.trilink.examples.lowvoltage.LowVoltage;
import org.trilink.examples.ysb.Ysb;

/** The workloads by name. */
public final class Workloads {

  private static final List<Workload> ALL =
      List.of(new LowVoltage(), new Bridge(), new Ysb(), new LongRide());

  private Workloads() {}

  /** All workloads, in the order in which the documentation lists them. */
  public static List<Workload> all() {
    return ALL;
  }

  /**
   * The workload of that name.
   *
   * @throws IllegalArgumentException listing the names, if there is none
   */
  public static Workload byName(String name) {
    return ALL.stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no workload '%s'; the workloads are: %s".formatted(name, names())));
  }

  private static String names() {
    return ALL.stream().map(Workload::name).collect(Collectors.joining(", "));
  }
}
