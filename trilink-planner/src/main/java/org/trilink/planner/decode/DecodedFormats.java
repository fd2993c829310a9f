/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.data.RowData;

/** All formats of which Trilink decodes single columns. */
final class DecodedFormats {

  private static final List<DecodedFormat> ALL =
      Collections.unmodifiableList(
          Arrays.asList(new JsonFormat(), new CsvFormat(), new AvroFormat()));

  private DecodedFormats() {}

  /** The format that a table's options name. */
  static Optional<DecodedFormat> named(String name) {
    return first(format -> format.name().equals(name));
  }

  /** The format that Flink decodes with this. */
  static Optional<DecodedFormat> decodedBy(DeserializationSchema<RowData> flinks) {
    return first(format -> format.decoders().contains(flinks.getClass().getName()));
  }

  private static Optional<DecodedFormat> first(Predicate<DecodedFormat> wanted) {
    return ALL.stream().filter(wanted).findFirst();
  }

  /** For messages: {@code 'json', 'csv' and 'avro'}. */
  static String names() {
    List<String> names =
        ALL.stream().map(format -> "'" + format.name() + "'").collect(Collectors.toList());
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }
}
