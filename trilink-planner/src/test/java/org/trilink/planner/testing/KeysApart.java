/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.types.Row;

/**
 * Rows of six keys, one of them null, each a minute behind the previous one, with rows slightly out
 * of order.
 *
 * @param byKey the rows of each key alone
 * @param interleaved all rows, in the order in which a job reads them
 */
public record KeysApart(List<List<Row>> byKey, List<Row> interleaved) {

  private static final int KEYS = 6;
  private static final int SECONDS = 90;

  public static KeysApart generate(long seed) {
    Random random = new Random(seed);
    List<List<Row>> byKey = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      byKey.add(new ArrayList<>());
    }
    List<Row> interleaved = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      for (int key = 0; key < KEYS; key++) {
        long seconds = 1_600_000_000L + second - 60L * key + random.nextInt(3);
        Row row =
            Row.of(
                key == 4 ? null : "k" + key,
                random.nextInt(7),
                "name " + random.nextInt(100),
                LocalDateTime.ofEpochSecond(
                    seconds, 1_000_000 * random.nextInt(1000), ZoneOffset.UTC));
        interleaved.add(row);
        byKey.get(key).add(row);
      }
    }
    return new KeysApart(byKey, interleaved);
  }
}
