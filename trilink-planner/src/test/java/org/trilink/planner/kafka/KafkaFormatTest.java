/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import org.apache.flink.api.common.serialization.AbstractDeserializationSchema;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.json.JsonFormatFactory;
import org.apache.flink.formats.json.JsonRowDataDeserializationSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.flink.SupportedFlink;

/** Trilink's decoder needs the same classes as the table's format. */
class KafkaFormatTest {

  private static String obstacle(DynamicTableSource source) {
    return KafkaFormat.obstacle(
        source,
        "flink-json",
        "org.apache.flink.formats.json.JsonRowDataDeserializationSchema",
        () -> JsonRowDataDeserializationSchema.class);
  }

  @Test
  void theFormatOfTrilinksFolder() {
    assertThat(obstacle(new Source(new JsonFormatFactory()))).isNull();
  }

  @Test
  void aFormatOfAProgramsOwnJar() throws Exception {
    URL jar = JsonFormatFactory.class.getProtectionDomain().getCodeSource().getLocation();
    try (ProgramClassLoader program = new ProgramClassLoader(jar)) {
      Object format =
          program.loadClass(JsonFormatFactory.class.getName()).getConstructor().newInstance();

      assertThat(obstacle(new Source(format)))
          .isEqualTo(
              "the Kafka table and Trilink load flink-json from different jars; put flink-json only"
                  + " into the folder where Trilink's jars are");
    }
  }

  @Test
  void anotherConnector() {
    assertThat(obstacle(new Source(null)))
        .startsWith(
            "Trilink needs "
                + SupportedFlink.NAME
                + "'s Kafka connector, and its flink-json in the folder");
    assertThat(obstacle(new OtherSource()))
        .contains("NoSuchFieldException", "KafkaDynamicSource.valueDecodingFormat in");
  }

  @Test
  void aDecoderThatIsNotKnown() {
    Source source = new Source(new OtherFormat());
    String decoder = OtherDecoder.class.getName();

    assertThat(KafkaFormat.unknownDecoder(source, "flink-json", Set.of(decoder))).isNull();
    assertThat(KafkaFormat.unknownDecoder(source, "flink-json", Set.of("another")))
        .isEqualTo(
            "flink-json decodes the messages with " + decoder + ", which Trilink does not know");
  }

  /** A format of some later version. */
  private static final class OtherFormat implements DecodingFormat<DeserializationSchema<RowData>> {

    @Override
    public DeserializationSchema<RowData> createRuntimeDecoder(
        DynamicTableSource.Context context, DataType type) {
      return new OtherDecoder();
    }

    @Override
    public ChangelogMode getChangelogMode() {
      return ChangelogMode.insertOnly();
    }
  }

  private static final class OtherDecoder extends AbstractDeserializationSchema<RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public RowData deserialize(byte[] message) {
      throw new UnsupportedOperationException();
    }
  }

  /** Like Flink's class loader of user code: loads classes of its jar child-first. */
  private static final class ProgramClassLoader extends URLClassLoader {

    ProgramClassLoader(URL jar) {
      super(new URL[] {jar}, KafkaFormatTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("org.apache.flink.formats.json.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  /** With the field of Flink's Kafka source. */
  private static final class Source extends OtherSource {

    @SuppressWarnings({"unused", "FieldCanBeLocal"})
    private final Object valueDecodingFormat;

    Source(Object format) {
      valueDecodingFormat = format;
    }
  }

  private static class OtherSource implements DynamicTableSource {

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "a source";
    }
  }
}
