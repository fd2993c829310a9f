/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.util.Map;
import org.apache.flink.shaded.guava30.com.google.common.cache.Cache;

/** Reads caches of Flink's Guava, whose package differs between versions. */
final class FlinkCaches {

  private FlinkCaches() {}

  /** The entries of a cache, as a view. */
  static Map<?, ?> asMap(Object cache) {
    return ((Cache<?, ?>) cache).asMap();
  }
}
