/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.lang.reflect.Method;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.heap.StateTable;

/** Makes tables of a state as a heap backend does, which shows nobody how. */
public final class HeapStateTables {

  private static final String FACTORY = "org.apache.flink.runtime.state.heap.StateTableFactory";

  private HeapStateTables() {}

  /**
   * An empty table.
   *
   * @throws IllegalStateException if the backend is not as in the supported version
   */
  @SuppressWarnings("unchecked") // as the factory declares it
  public static <K> StateTable<K, ?, ?> create(
      HeapKeyedStateBackend<K> backend, RegisteredKeyValueStateBackendMetaInfo<?, ?> state) {
    Object factory = StateField.HEAP_STATE_FACTORY.of(backend, Object.class);
    try {
      Method create =
          Class.forName(FACTORY, false, HeapKeyedStateBackend.class.getClassLoader())
              .getMethod(
                  "newStateTable",
                  HeapKeyedStateBackend.class.getMethod("getKeyContext").getReturnType(),
                  RegisteredKeyValueStateBackendMetaInfo.class,
                  TypeSerializer.class);
      create.setAccessible(true); // the factory's class is not public
      return (StateTable<K, ?, ?>)
          create.invoke(factory, backend.getKeyContext(), state, backend.getKeySerializer());
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw StateField.notAsExpected(FACTORY + ".newStateTable", e);
    }
  }
}
