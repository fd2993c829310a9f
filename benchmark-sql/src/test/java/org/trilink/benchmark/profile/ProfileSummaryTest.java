/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.local.CommandFailure;

/** Real recordings of this process. */
@Tag("slow")
class ProfileSummaryTest {

  private static final byte[] LINE =
      "{\"id\": 17, \"value\": 230.5}".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  @Test
  void findsTheStepThatATasksThreadIsBusyWith() throws Exception {
    Path recording = record("Source: readings -> Calc (1/2)#0");

    ProfileSummary summary = ProfileSummary.read(List.of(recording));

    assertThat(summary.profile().share(Step.JSON_DECODING)).isGreaterThan(0.9);
    assertThat(summary.hotMethods())
        .isSortedAccordingTo(Comparator.comparingDouble(HotMethod::share).reversed())
        .anySatisfy(
            method -> {
              assertThat(method.step()).isEqualTo(Step.JSON_DECODING);
              assertThat(method.name()).contains("json");
            });
  }

  @Test
  void otherThreadsDoNotCount() throws Exception {
    Path recording = record("flink-akka.actor.default-dispatcher-4");

    assertThatThrownBy(() -> ProfileSummary.read(List.of(recording)))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("give it more rows");
  }

  private Path record(String threadName) throws Exception {
    Path file = folder.resolve("recording.jfr");
    Decoder decoder = new Decoder();
    Thread thread = new Thread(decoder, threadName);
    thread.start();
    decoder.warm.await();
    try (Recording recording = new Recording(profileSettings())) {
      recording.start();
      decoder.recording.countDown();
      thread.join();
      recording.stop();
      recording.dump(file);
    }
    assertThat(decoder.isThrough).isTrue();
    return file;
  }

  private static Configuration profileSettings() throws IOException, ParseException {
    return Configuration.getConfiguration("profile");
  }

  /**
   * Decodes lines: first until classes are loaded and methods are compiled, which is not decoding,
   * then, from when the latch opens, until the thread had so much CPU time that there are many
   * samples.
   */
  private static final class Decoder implements Runnable {

    private static final int WARM_UP_LINES = 1_000_000;
    private static final int LINES_AT_ONCE = 10_000;
    private static final long CPU_NANOS = Duration.ofSeconds(2).toNanos();

    private final CountDownLatch warm = new CountDownLatch(1);
    private final CountDownLatch recording = new CountDownLatch(1);
    private final JsonRowDataDeserializationSchema schema = schema();
    private boolean isThrough;

    @Override
    public void run() {
      try {
        decode(WARM_UP_LINES);
        warm.countDown();
        recording.await();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + CPU_NANOS;
        while (threads.getCurrentThreadCpuTime() < end) {
          decode(LINES_AT_ONCE);
        }
        isThrough = true;
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      } finally {
        warm.countDown();
      }
    }

    private void decode(int lines) throws IOException {
      for (int i = 0; i < lines; i++) {
        if (schema.deserialize(LINE).getInt(0) != 17) {
          throw new IOException("decoded wrongly");
        }
      }
    }

    private static JsonRowDataDeserializationSchema schema() {
      RowType type =
          (RowType)
              DataTypes.ROW(
                      DataTypes.FIELD("id", DataTypes.INT()),
                      DataTypes.FIELD("value", DataTypes.DOUBLE()))
                  .getLogicalType();
      return new JsonRowDataDeserializationSchema(
          type, InternalTypeInfo.of(type), false, false, TimestampFormat.SQL);
    }
  }
}
