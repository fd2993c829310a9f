/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.runtime.dataview.StateDataViewStore;
import org.apache.flink.table.runtime.dataview.StateListView;
import org.apache.flink.table.runtime.dataview.StateMapView;

/** Tells whether aggregate functions keep something in state themselves, as DISTINCT does. */
final class ObservedDataViewStore implements StateDataViewStore {

  private final StateDataViewStore store;
  private boolean isUsed;

  ObservedDataViewStore(StateDataViewStore store) {
    this.store = store;
  }

  /** Whether a function uses state. Valid once the functions have been opened. */
  boolean isUsed() {
    return isUsed;
  }

  @Override
  public <N, EK, EV> StateMapView<N, EK, EV> getStateMapView(
      String name,
      boolean supportNullKey,
      TypeSerializer<EK> keySerializer,
      TypeSerializer<EV> valueSerializer)
      throws Exception {
    isUsed = true;
    return store.getStateMapView(name, supportNullKey, keySerializer, valueSerializer);
  }

  @Override
  public <N, EE> StateListView<N, EE> getStateListView(
      String name, TypeSerializer<EE> elementSerializer) throws Exception {
    isUsed = true;
    return store.getStateListView(name, elementSerializer);
  }

  @Override
  public RuntimeContext getRuntimeContext() {
    return store.getRuntimeContext();
  }
}
