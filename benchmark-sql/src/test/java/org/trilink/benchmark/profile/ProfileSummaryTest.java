/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Configuration;
import jdk.jfr.consumer.RecordingStream;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.CommandFailure;

/** Real recordings of this process. */
@Tag("slow")
class ProfileSummaryTest {

  private static final byte[] LINE =
      "{\"id\": 17, \"value\": \"a sensor\"}".getBytes(StandardCharsets.UTF_8);

  /** Few: the flight recorder fails to walk most stacks on some machines, and gives one in 3 s. */
  private static final int SAMPLES = 3;

  @TempDir private Path folder;

  @Test
  void findsTheStepThatATasksThreadIsBusyWith() throws Exception {
    Path recording = record("Source: readings -> Calc (1/2)#0");

    ProfileSummary summary = ProfileSummary.read(List.of(recording));

    assertThat(summary.profile().share("JSON decoding")).isGreaterThan(0.5);
    assertThat(summary.hotMethods().of().keySet())
        .isNotEmpty()
        .allMatch(method -> method.matches("[\\w :-]+: `[\\w.$]+\\.[\\w<>$]+`"))
        .first(InstanceOfAssertFactories.STRING)
        .startsWith("JSON decoding: ");
    assertThat(List.copyOf(summary.hotMethods().of().values()))
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Test
  void theNumbersOfALambdaAreLeftOut() {
    assertThat(ProfileSummary.frame("a.B$$Lambda$637+0x00007f9aad186a78.249177573", "convert"))
        .isEqualTo("a.B$$Lambda.convert");
    assertThat(ProfileSummary.frame("a.B$C", "m")).isEqualTo("a.B$C.m");
  }

  @Test
  void otherThreadsDoNotCount() throws Exception {
    Path recording = record("flink-akka.actor.default-dispatcher-4");

    assertThatThrownBy(() -> ProfileSummary.read(List.of(recording)))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("give it more rows");
  }

  /** Records until the thread was sampled often, however seldom the machine lets that happen. */
  private Path record(String threadName) throws Exception {
    Path file = folder.resolve("recording.jfr");
    CountDownLatch samples = new CountDownLatch(SAMPLES);
    Decoder decoder = new Decoder();
    Thread thread = new Thread(decoder, threadName);
    thread.start();
    try (RecordingStream recording = new RecordingStream(profileSettings())) {
      recording.onEvent(
          "jdk.ExecutionSample",
          sample -> {
            if (sample.getThread("sampledThread").getJavaName().equals(threadName)) {
              samples.countDown();
            }
          });
      decoder.warm.await();
      recording.startAsync();
      assertThat(samples.await(5, TimeUnit.MINUTES)).as("%s samples", SAMPLES).isTrue();
      recording.dump(file);
    } finally {
      decoder.isEnough = true;
      thread.join();
    }
    assertThat(decoder.isThrough).isTrue();
    return file;
  }

  private static Configuration profileSettings() throws IOException, ParseException {
    return Configuration.getConfiguration("profile");
  }

  /**
   * Decodes lines until it is told that it is enough, and opens the latch as soon as classes are
   * loaded and methods are compiled, which is not decoding.
   */
  private static final class Decoder implements Runnable {

    private static final int WARM_UP_LINES = 1_000_000;
    private static final int LINES_AT_ONCE = 10_000;

    private final CountDownLatch warm = new CountDownLatch(1);
    private final JsonRowDataDeserializationSchema schema = schema();
    private volatile boolean isEnough;
    private volatile boolean isThrough;

    @Override
    public void run() {
      try {
        decode(WARM_UP_LINES);
        warm.countDown();
        while (!isEnough) {
          decode(LINES_AT_ONCE);
        }
        isThrough = true;
      } catch (IOException e) {
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
                      DataTypes.FIELD("value", DataTypes.STRING()))
                  .getLogicalType();
      return new JsonRowDataDeserializationSchema(
          type, InternalTypeInfo.of(type), false, false, TimestampFormat.SQL);
    }
  }
}
