/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.trilink.connector.redis.RedisCommand;
import org.trilink.connector.redis.RedisConnectorOptions;
import org.trilink.connector.redis.RedisDataType;
import org.trilink.connector.redis.RedisMapping;

/** The commands that updates become, in one buffer. */
class RowCommandsTest {

  /** The commands of a table's changes, of the columns k, the primary key's other one, and v. */
  private static List<String> commands(RedisDataType type, RowData... changes) {
    Configuration options = new Configuration();
    options.set(RedisConnectorOptions.DATA_TYPE, type);
    Column k = Column.physical("k", DataTypes.STRING().notNull());
    Column id = Column.physical("id", DataTypes.STRING().notNull());
    Column v = Column.physical("v", DataTypes.STRING());
    RedisMapping mapping =
        RedisMapping.of(
            new ResolvedSchema(
                type == RedisDataType.SET ? List.of(k, id) : List.of(k, id, v),
                List.of(),
                UniqueConstraint.primaryKey("pk", List.of("k", "id"))),
            options);
    RedisSinkOptions sink = RedisSinkOptions.of(mapping, options);
    RowCommands converter = new RowCommands(mapping, sink);
    WriteBatch batch = new WriteBatch(sink);
    for (RowData change : changes) {
      batch.add(converter.change(change));
    }
    return batch.commands().stream().map(RowCommandsTest::text).collect(Collectors.toList());
  }

  private static String text(RedisCommand command) {
    return command.name()
        + " "
        + Arrays.stream(command.arguments())
            .map(argument -> new String(argument, UTF_8))
            .collect(Collectors.joining(" "));
  }

  private static RowData row(RowKind kind, String k, String value) {
    return GenericRowData.ofKind(
        kind, StringData.fromString(k), StringData.fromString("1"), StringData.fromString(value));
  }

  @Test
  void anUpdateOfTheKeyDeletesTheOldRowAndWritesTheNewInEitherOrder() {
    RowData old = row(RowKind.UPDATE_BEFORE, "a", "x");
    RowData updated = row(RowKind.UPDATE_AFTER, "b", "y");

    assertThat(commands(RedisDataType.STRING, old, updated))
        .containsExactly("DEL a:1", "SET b:1 y");
    assertThat(commands(RedisDataType.STRING, updated, old))
        .containsExactly("SET b:1 y", "DEL a:1");
    assertThat(commands(RedisDataType.HASH, old, updated))
        .containsExactly("HDEL a:1 v", "HSET b:1 v y");
    assertThat(commands(RedisDataType.HASH, updated, old))
        .containsExactly("HSET b:1 v y", "HDEL a:1 v");
    assertThat(commands(RedisDataType.HASH_FIELD, old, updated))
        .containsExactly("HDEL a 1", "HSET b 1 y");
    assertThat(commands(RedisDataType.HASH_FIELD, updated, old))
        .containsExactly("HSET b 1 y", "HDEL a 1");
    assertThat(commands(RedisDataType.SET, old, updated)).containsExactly("SREM a 1", "SADD b 1");
    assertThat(commands(RedisDataType.SET, updated, old)).containsExactly("SADD b 1", "SREM a 1");
  }

  @Test
  void anUpdateOfTheValueEndsInTheNewValue() {
    RowData old = row(RowKind.UPDATE_BEFORE, "a", "x");
    RowData updated = row(RowKind.UPDATE_AFTER, "a", "y");

    assertThat(commands(RedisDataType.STRING, old, updated)).containsExactly("SET a:1 y");
    assertThat(commands(RedisDataType.HASH, old, updated)).containsExactly("HSET a:1 v y");
    assertThat(commands(RedisDataType.HASH_FIELD, old, updated)).containsExactly("HSET a 1 y");
    assertThat(commands(RedisDataType.SET, old, updated)).containsExactly("SADD a 1");
  }
}
