/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.api.common.typeutils.base.ByteSerializer;
import org.apache.flink.api.common.typeutils.base.DoubleSerializer;
import org.apache.flink.api.common.typeutils.base.FloatSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.ShortSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.DecimalDataSerializer;
import org.apache.flink.table.runtime.typeutils.ExternalSerializer;
import org.apache.flink.table.runtime.typeutils.StringDataSerializer;
import org.apache.flink.table.runtime.typeutils.TimestampDataSerializer;

/**
 * Tells which keys of a map state can be looked up in a cache: those that are equal as objects
 * exactly if a backend that serializes them finds them equal. Two equal arrays of bytes are not,
 * and a row is not always equal to what is read back of it.
 */
final class MapKeys {

  private static final Set<Class<?>> SERIALIZERS =
      new HashSet<>(
          Arrays.asList(
              BooleanSerializer.class,
              ByteSerializer.class,
              ShortSerializer.class,
              IntSerializer.class,
              LongSerializer.class,
              FloatSerializer.class,
              DoubleSerializer.class,
              StringSerializer.class,
              StringDataSerializer.class,
              DecimalDataSerializer.class,
              TimestampDataSerializer.class));

  /**
   * The classes of keys that Flink converts to what it has in rows, such as those of an aggregate's
   * map.
   */
  private static final Set<Class<?>> CLASSES =
      new HashSet<>(
          Arrays.asList(
              Boolean.class,
              Byte.class,
              Short.class,
              Integer.class,
              Long.class,
              Float.class,
              Double.class,
              String.class,
              StringData.class,
              DecimalData.class,
              TimestampData.class));

  private MapKeys() {}

  static boolean canCache(TypeSerializer<?> keys) {
    return keys instanceof ExternalSerializer
        ? CLASSES.contains(((ExternalSerializer<?, ?>) keys).getDataType().getConversionClass())
        : SERIALIZERS.contains(keys.getClass());
  }
}
