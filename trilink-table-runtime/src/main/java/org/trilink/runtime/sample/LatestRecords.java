/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sample;

import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer.PartitionOffsetsRetriever;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * Where a sample of a topic starts: so far from the end that it has the latest records of each
 * partition. A proxy of {@link OffsetsInitializer}, as a method of it returns a class of Kafka's,
 * which is relocated in one of Flink's two jars of the connector.
 */
public final class LatestRecords implements InvocationHandler, Serializable {

  private static final long serialVersionUID = 1L;

  private final String sample;
  private final int input;
  private final long records;

  private LatestRecords(String sample, int input, long records) {
    this.sample = sample;
    this.input = input;
    this.records = records;
  }

  /**
   * Creates it.
   *
   * @param sample the id of the receiver, which learns the partitions' extents
   * @param input of the keyed operator, 0 or 1
   * @param records in all partitions together
   */
  public static OffsetsInitializer of(String sample, int input, long records) {
    return (OffsetsInitializer)
        Proxy.newProxyInstance(
            OffsetsInitializer.class.getClassLoader(),
            new Class<?>[] {OffsetsInitializer.class},
            new LatestRecords(sample, input, records));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    switch (method.getName()) {
      case "getPartitionOffsets":
        return offsets((Collection<?>) arguments[0], (PartitionOffsetsRetriever) arguments[1]);
      case "getAutoOffsetResetStrategy":
        return earliest(method.getReturnType());
      case "toString":
        return "the latest " + records + " records";
      case "hashCode":
        return System.identityHashCode(proxy);
      case "equals":
        return proxy == arguments[0];
      default:
        throw new IllegalStateException(
            String.format(
                "Flink's Kafka connector is not that of %s: it calls %s.",
                SupportedFlink.NAME, method));
    }
  }

  private static Object earliest(Class<?> strategies) {
    for (Object strategy : strategies.getEnumConstants()) {
      if (strategy.toString().equalsIgnoreCase("earliest")) {
        return strategy;
      }
    }
    throw new IllegalStateException("There is no strategy EARLIEST in " + strategies + ".");
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Kafka's class of a partition may be relocated
  private Map<Object, Long> offsets(Collection<?> partitions, PartitionOffsetsRetriever broker) {
    Map<Object, Long> ends = broker.endOffsets((Collection) partitions);
    Map<Object, Long> beginnings = broker.beginningOffsets((Collection) partitions);
    SampleReceiver receiver = SampleReceivers.of(sample);
    Map<Object, Long> starts = new HashMap<>();
    long most = LatestRecords.most(lengths(beginnings, ends), records);
    ends.forEach(
        (partition, end) -> {
          long length = end - beginnings.get(partition);
          receiver.partition(input, partition.toString(), length);
          starts.put(partition, end - Math.min(length, most));
        });
    return starts;
  }

  private static long[] lengths(Map<Object, Long> beginnings, Map<Object, Long> ends) {
    return ends.entrySet().stream()
        .mapToLong(end -> end.getValue() - beginnings.get(end.getKey()))
        .toArray();
  }

  /**
   * The most records to take of a partition, so that all together are as many as wanted: what short
   * partitions lack is taken of longer ones.
   */
  static long most(long[] lengths, long wanted) {
    long[] ascending = lengths.clone();
    Arrays.sort(ascending);
    long left = wanted;
    for (int i = 0; i < ascending.length; i++) {
      long share = Math.max(1, left / (ascending.length - i));
      if (ascending[i] > share) {
        return share;
      }
      left -= ascending[i];
    }
    return Long.MAX_VALUE;
  }
}
