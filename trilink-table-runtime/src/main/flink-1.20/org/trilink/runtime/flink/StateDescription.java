/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshotReadersWriters;

/** Writes and reads what a state is, as savepoints do; versions of Flink have other readers. */
public final class StateDescription {

  private StateDescription() {}

  /** Writes a keyed state's description. */
  public static void write(
      RegisteredKeyValueStateBackendMetaInfo<?, ?> state, DataOutputView target)
      throws IOException {
    StateMetaInfoSnapshotReadersWriters.getWriter()
        .writeStateMetaInfoSnapshot(state.snapshot(), target);
  }

  /** Reads the description of a keyed state that this version of Flink has written. */
  public static StateMetaInfoSnapshot read(DataInputView source, ClassLoader classLoader)
      throws IOException {
    return StateMetaInfoSnapshotReadersWriters.getReader(
            StateMetaInfoSnapshotReadersWriters.CURRENT_STATE_META_INFO_SNAPSHOT_VERSION)
        .readStateMetaInfoSnapshot(source, classLoader);
  }
}
