/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of (key, count). The tests of key placement check that the counts are used. */
class HistoryFileTest {

  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  @TempDir Path folder;

  @Test
  void linesOfACommaSeparatedFile() {
    assertThat(CsvLine.split("a,b,7")).containsExactly("a", "b", "7");
    assertThat(CsvLine.split(" a ,,7")).containsExactly(" a ", null, "7");
    assertThat(CsvLine.split("\"a,\"\"b\"\"\",\"\",7")).containsExactly("a,\"b\"", "", "7");
    assertThat(CsvLine.split("")).containsExactly((String) null);
  }

  @Test
  void keysOfAllTypesThatItCanHave() throws Exception {
    RowType keyType =
        RowType.of(
            TEXT, new BigIntType(), new DecimalType(8, 2), new DateType(), new BooleanType());

    assertThat(
            HistoryFile.read(
                    file("a,1,2.50,2020-02-29,true,7", "", ",,,,,0", "\"b,c\", 3 ,1,2020-01-01,,5"),
                    keyType)
                .size())
        .isEqualTo(3);
  }

  @Test
  void aMissingFile() {
    String missing = folder.resolve("missing.csv").toString();

    assertThatThrownBy(() -> HistoryFile.read(missing, RowType.of(TEXT)))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith(
            "TRILINK hint: 'partition.history' names '%s', which is neither a table nor a readable"
                + " file: ",
            missing);
  }

  @Test
  void badLines() throws Exception {
    assertBadLine("a", "it has 1 fields");
    assertBadLine("a,1,b,2", "it has 4 fields");
    assertBadLine("a,b,2", "'b' is not of type BIGINT");
    assertBadLine("a,1,-2", "'-2' is not a number of records");
    assertBadLine("a,1,", "'null' is not a number of records");
  }

  private void assertBadLine(String line, String problem) throws IOException {
    String file = file("a,1,7", line);

    assertThatThrownBy(() -> HistoryFile.read(file, RowType.of(TEXT, new BigIntType())))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: line 2 of the file '%s' of 'partition.history': %s. A line has the key's"
                + " 2 columns (STRING, BIGINT) and the number of records, separated by commas.",
            file, problem);
  }

  /** Rounded, or as NULL, it would be another key. */
  @Test
  void aValueThatTheKeyCannotHave() throws Exception {
    assertNotOf("1.005", new DecimalType(4, 2));
    assertNotOf("123.4", new DecimalType(4, 2));
    assertNotOf("yes", new BooleanType());
  }

  private void assertNotOf(String value, LogicalType type) throws IOException {
    String file = file(value + ",7");

    assertThatThrownBy(() -> HistoryFile.read(file, RowType.of(type)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("'" + value + "' is not of type " + type + ".");
  }

  @Test
  void keysThatAFileCannotGive() throws Exception {
    String file = file("1.5,7");

    assertThatThrownBy(() -> HistoryFile.read(file, RowType.of(new DoubleType())))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: 'partition.history' does not support keys of type DOUBLE; leave it"
                + " out.");
  }

  private String file(String... lines) throws IOException {
    return Files.write(folder.resolve("counts.csv"), Arrays.asList(lines)).toString();
  }
}
