/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.trilink.benchmark.run.BenchmarkWorkload;
import org.trilink.benchmark.run.CountOracle;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.ResultTopic;

/**
 * Readings, one each millisecond, of devices that have much state: how many a device has sent,
 * beside as much state as its first one says. First both subtasks have equally many; then, phase by
 * phase, all busy devices are where hash has them on one subtask, each as busy as the others, so
 * that half of them have to be moved away.
 *
 * @param devices that are busy in a phase
 * @param stateBytes of each
 * @param phases how many
 * @param phaseLength readings of a phase
 */
record PauseWorkload(int devices, int stateBytes, int phases, long phaseLength)
    implements BenchmarkWorkload {

  static final int SUBTASKS = 2;

  @Override
  public String name() {
    return "pause";
  }

  @Override
  public ResultTopic resultTopic() {
    return new ResultTopic("pause_rows", "rows");
  }

  @Override
  public Oracle<?> newOracle() {
    return CountOracle.ofEachReading(resultTopic(), every -> true);
  }

  /** The generator options that the input comes to. */
  GeneratorOptions options() {
    return new GeneratorOptions(rows(), devices, 0, Duration.ZERO, 0, 1);
  }

  long rows() {
    return (phases + 1) * phaseLength;
  }

  @Override
  public Iterator<byte[]> generate(GeneratorOptions options) {
    int[] subtaskOf = HashSubtasks.of(ids(), HashSubtasks.TRILINKS_KEY_GROUPS, SUBTASKS);
    List<int[]> busy = new ArrayList<>();
    for (int phase = 0; phase < phases; phase++) {
      busy.add(idsOn(phase % SUBTASKS, phase / SUBTASKS, subtaskOf));
    }
    int[] light = idsOn(1, phases, subtaskOf);
    busy.add(0, byTurns(busy.get(0), light));
    int[] sizes = new int[subtaskOf.length];
    Arrays.fill(sizes, stateBytes);
    Arrays.stream(light).forEach(id -> sizes[id] = 1);
    return LongStream.range(0, rows())
        .mapToObj(
            reading -> {
              int[] now = busy.get((int) (reading / phaseLength));
              int id = now[(int) (reading % now.length)];
              int size = sizes[id];
              sizes[id] = 0;
              return "{\"id\":%d,\"size\":%d,\"ts\":%d}"
                  .formatted(id, size, reading)
                  .getBytes(UTF_8);
            })
        .iterator();
  }

  /** More than enough for as many on each subtask as there may be in all phases. */
  private int ids() {
    return 2 * SUBTASKS * devices * (phases + 2);
  }

  /** As many as are busy at a time, each portion other ones. */
  private int[] idsOn(int subtask, int portion, int[] subtaskOf) {
    return IntStream.range(0, subtaskOf.length)
        .filter(id -> subtaskOf[id] == subtask)
        .skip((long) portion * devices)
        .limit(devices)
        .toArray();
  }

  private static int[] byTurns(int[] ones, int[] others) {
    int[] all = new int[2 * ones.length];
    for (int i = 0; i < ones.length; i++) {
      all[2 * i] = ones[i];
      all[2 * i + 1] = others[i];
    }
    return all;
  }
}
