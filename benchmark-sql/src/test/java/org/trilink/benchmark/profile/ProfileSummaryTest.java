/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private static final int LINES = 3_000_000;

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
    try (Recording recording = new Recording(profileSettings())) {
      recording.start();
      AtomicBoolean decoded = new AtomicBoolean();
      Thread thread = new Thread(() -> decoded.set(decode()), threadName);
      thread.start();
      thread.join();
      recording.stop();
      recording.dump(file);
      assertThat(decoded).isTrue();
    }
    return file;
  }

  private static Configuration profileSettings() throws java.io.IOException, ParseException {
    return Configuration.getConfiguration("profile");
  }

  /** For about as long as some dozens of samples take. */
  private static boolean decode() {
    RowType type =
        (RowType)
            DataTypes.ROW(
                    DataTypes.FIELD("id", DataTypes.INT()),
                    DataTypes.FIELD("value", DataTypes.DOUBLE()))
                .getLogicalType();
    JsonRowDataDeserializationSchema schema =
        new JsonRowDataDeserializationSchema(
            type, InternalTypeInfo.of(type), false, false, TimestampFormat.SQL);
    try {
      for (int i = 0; i < LINES; i++) {
        if (schema.deserialize(LINE).getInt(0) != 17) {
          return false;
        }
      }
      return true;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
