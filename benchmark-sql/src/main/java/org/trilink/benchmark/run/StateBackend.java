/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.Locale;
import java.util.Map;
import org.trilink.benchmark.result.Trial;

/** Where Flink keeps a job's state. */
public enum StateBackend {
  HEAP("hashmap"),
  ROCKSDB("rocksdb");

  /** The coordinate of runs that differ in it. */
  public static final String COORDINATE = "backend";

  private final String nameInFlink;

  StateBackend(String nameInFlink) {
    this.nameInFlink = nameInFlink;
  }

  /** The state backend of a trial that has the coordinate. */
  public static StateBackend of(Trial trial) {
    return valueOf(trial.situation().get(COORDINATE).toUpperCase(Locale.ROOT));
  }

  /** As the option {@code state.backend} has it. */
  public String nameInFlink() {
    return nameInFlink;
  }

  /** The variant on this backend. */
  public Variant under(Variant variant) {
    return variant.with(Map.of("state.backend", nameInFlink));
  }

  /** The coordinate's value. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
