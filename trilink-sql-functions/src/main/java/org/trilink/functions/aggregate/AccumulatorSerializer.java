/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.GenericTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.trilink.runtime.operator.FreshObjectSerializer;

/**
 * Writes accumulators of one class, with the format's version in front: a later one can still read
 * what this one wrote, and this one refuses what it does not know. There is one for each class.
 */
public final class AccumulatorSerializer<T extends Accumulator<T>>
    extends FreshObjectSerializer<T> {

  private static final long serialVersionUID = 1L;

  private static final int VERSION = 1;

  /** Writes the sums of {@code LINEAR_TREND}: 90 bytes. */
  static final AccumulatorSerializer<LinearTrend> LINEAR_TREND =
      new AccumulatorSerializer<>(LinearTrend.class, LinearTrend::new, LinearTrend::read);

  /** Writes the values that {@code APPROX_COUNT_DISTINCT} has seen, as a compact HLL sketch. */
  static final AccumulatorSerializer<DistinctCount> DISTINCT_COUNT =
      new AccumulatorSerializer<>(DistinctCount.class, DistinctCount::new, DistinctCount::read);

  /** Writes the values that {@code APPROX_PERCENTILE} has seen, or a compact KLL sketch of them. */
  static final AccumulatorSerializer<PercentileSketch> PERCENTILE_SKETCH =
      new AccumulatorSerializer<>(
          PercentileSketch.class, PercentileSketch::new, PercentileSketch::read);

  private static final List<AccumulatorSerializer<?>> ALL =
      Arrays.asList(LINEAR_TREND, DISTINCT_COUNT, PERCENTILE_SKETCH);

  private final Class<T> type;
  private final transient Supplier<T> creation;
  private final transient Reader<T> reader;

  private AccumulatorSerializer(Class<T> type, Supplier<T> creation, Reader<T> reader) {
    this.type = type;
    this.creation = creation;
    this.reader = reader;
  }

  private interface Reader<T> {
    T read(DataInputView source) throws IOException;
  }

  @SuppressWarnings("unchecked") // the type is the parameter
  private static <T> TypeSerializer<T> of(Class<T> type) {
    return (TypeSerializer<T>)
        ALL.stream()
            .filter(serializer -> serializer.type == type)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("Not an accumulator: " + type));
  }

  private Object readResolve() {
    return of(type);
  }

  @Override
  public TypeSerializer<T> duplicate() {
    return this;
  }

  @Override
  public T createInstance() {
    return creation.get();
  }

  @Override
  public T copy(T from) {
    return from.copy();
  }

  @Override
  public void serialize(T accumulator, DataOutputView target) throws IOException {
    target.writeByte(VERSION);
    accumulator.write(target);
  }

  @Override
  public T deserialize(DataInputView source) throws IOException {
    int version = source.readByte();
    if (version != VERSION) {
      throw new IOException(
          String.format(
              "%sSerializer reads version %d, but the state was written with version %d; use a"
                  + " newer trilink-sql-functions.",
              type.getSimpleName(), VERSION, version));
    }
    return reader.read(source);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AccumulatorSerializer
        && type == ((AccumulatorSerializer<?>) other).type;
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<T> snapshotConfiguration() {
    return new Snapshot<>(type);
  }

  /** For state: the class is all that there is to know. */
  public static final class Snapshot<T extends Accumulator<T>>
      extends GenericTypeSerializerSnapshot<T, AccumulatorSerializer<T>> {

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {}

    private Snapshot(Class<T> type) {
      super(type);
    }

    @Override
    protected TypeSerializer<T> createSerializer(Class<T> type) {
      return of(type);
    }

    @Override
    protected Class<T> getTypeClass(AccumulatorSerializer<T> serializer) {
      return serializer.type;
    }

    @Override
    protected Class<?> serializerClass() {
      return AccumulatorSerializer.class;
    }
  }
}
