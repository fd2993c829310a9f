/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshotReadersWriters;

/** Reads what a state is, as savepoints tell it; versions of Flink have other readers. */
public final class StateDescription {

  private StateDescription() {}

  /** Reads the description of a keyed state that this version of Flink has written. */
  public static StateMetaInfoSnapshot read(DataInputView source, ClassLoader classLoader)
      throws IOException {
    return StateMetaInfoSnapshotReadersWriters.getReader(
            StateMetaInfoSnapshotReadersWriters.CURRENT_STATE_META_INFO_SNAPSHOT_VERSION)
        .readStateMetaInfoSnapshot(source, classLoader);
  }
}
