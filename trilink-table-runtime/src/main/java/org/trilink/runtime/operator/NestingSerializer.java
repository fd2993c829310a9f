/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.util.function.Function;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * Serializes objects whose parts another serializer writes. Two are equal if those of the parts
 * are.
 *
 * @param <P> the serializer of the parts
 */
public abstract class NestingSerializer<T, P extends TypeSerializer<?>>
    extends FreshObjectSerializer<T> {

  private static final long serialVersionUID = 1L;

  /** The serializer of the parts. */
  protected final P parts;

  protected NestingSerializer(P parts) {
    this.parts = parts;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof NestingSerializer && isLike((NestingSerializer<?, ?>) other);
  }

  private boolean isLike(NestingSerializer<?, ?> other) {
    return other.getClass() == getClass() && parts.equals(other.parts);
  }

  @Override
  public final int hashCode() {
    return parts.hashCode();
  }

  /**
   * Compatible as long as the serializer of the parts is.
   *
   * @param <S> the serializer
   */
  public abstract static class PartsSnapshot<
          T, P extends TypeSerializer<?>, S extends NestingSerializer<T, P>>
      extends CompositeTypeSerializerSnapshot<T, S> {

    private static final int VERSION = 1;

    private final Function<P, S> creation;

    /**
     * For reading a savepoint.
     *
     * @param creation of the serializer from that of the parts
     */
    @SuppressWarnings("rawtypes") // as Flink declares it
    protected PartsSnapshot(Class<? extends TypeSerializer> serializer, Function<P, S> creation) {
      super(serializer);
      this.creation = creation;
    }

    /**
     * For writing a savepoint.
     *
     * @param creation of the serializer from that of the parts
     */
    protected PartsSnapshot(S serializer, Function<P, S> creation) {
      super(serializer);
      this.creation = creation;
    }

    @Override
    protected final int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected final TypeSerializer<?>[] getNestedSerializers(S outer) {
      return new TypeSerializer<?>[] {outer.parts};
    }

    @Override
    @SuppressWarnings("unchecked") // as the outer one has said
    protected final S createOuterSerializerWithNestedSerializers(TypeSerializer<?>[] nested) {
      return creation.apply((P) nested[0]);
    }
  }
}
