/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonOptionsKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshotReadersWriters;
import org.trilink.runtime.flink.CheckedSnapshot;
import org.trilink.runtime.flink.StateDescription;

/**
 * The states and timer services of a subtask, and their serializers. It precedes the keys' state,
 * which refers to them by number. A state is described as in a savepoint. So the receiver can
 * create a state that it does not have yet, and checks whether it can read the bytes: after a
 * restore, the subtasks of an operator may migrate a state at different times, as each does so when
 * the state is first accessed.
 */
final class StateLayout {

  private static final int VERSION = 1;

  final List<StateMetaInfoSnapshot> states = new ArrayList<>();
  final List<String> services = new ArrayList<>();

  private StateLayout() {}

  static void write(
      List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states,
      String form,
      TimerAccess<?> timers,
      int ownParts,
      DataOutputView target)
      throws IOException {
    target.writeInt(VERSION);
    target.writeUTF(form);
    target.writeInt(ownParts);
    target.writeInt(states.size());
    for (RegisteredKeyValueStateBackendMetaInfo<?, ?> state : states) {
      StateMetaInfoSnapshotReadersWriters.getWriter()
          .writeStateMetaInfoSnapshot(state.snapshot(), target);
    }
    List<String> services = timers.services();
    target.writeInt(services.size());
    for (String service : services) {
      target.writeUTF(service);
      TypeSerializerSnapshot.writeVersionedSnapshot(
          target, timers.namespaces(service).snapshotConfiguration());
    }
  }

  /**
   * Reads the layout of another subtask.
   *
   * @throws IllegalStateException if this subtask cannot receive its state
   */
  static <K> StateLayout read(
      KeyedStateAccess<K> access,
      TimerAccess<K> timers,
      int ownParts,
      DataInputView source,
      ClassLoader classLoader)
      throws IOException {
    check(source.readInt() == VERSION, "the other subtask runs another version of Trilink");
    check(source.readUTF().equals(access.form()), "the other subtask has another state backend");
    check(source.readInt() == ownParts, "the other subtask runs another operator");
    StateLayout layout = new StateLayout();
    int states = source.readInt();
    for (int i = 0; i < states; i++) {
      StateMetaInfoSnapshot state = StateDescription.read(source, classLoader);
      RegisteredKeyValueStateBackendMetaInfo<?, ?> own = access.state(state.getName());
      if (own != null) {
        checkForm(state, own);
      }
      layout.states.add(state);
    }
    int services = source.readInt();
    for (int i = 0; i < services; i++) {
      String service = source.readUTF();
      TypeSerializerSnapshot<?> namespaces =
          TypeSerializerSnapshot.readVersionedSnapshot(source, classLoader);
      TypeSerializer<?> own = timers.namespaces(service);
      if (own != null) {
        check(
            CheckedSnapshot.isRead(namespaces, own),
            "this subtask has other namespaces in the timer service '" + service + "'");
      }
      layout.services.add(service);
    }
    return layout;
  }

  private static void checkForm(
      StateMetaInfoSnapshot state, RegisteredKeyValueStateBackendMetaInfo<?, ?> own) {
    String which = "'" + state.getName() + "'";
    check(
        own.getStateType().toString().equals(state.getOption(CommonOptionsKeys.KEYED_STATE_TYPE)),
        "the state " + which + " is of another kind in this subtask");
    check(
        CheckedSnapshot.isRead(
            state.getTypeSerializerSnapshot(CommonSerializerKeys.NAMESPACE_SERIALIZER),
            own.getNamespaceSerializer()),
        "the state " + which + " has other namespaces in this subtask");
    check(
        CheckedSnapshot.isRead(
            state.getTypeSerializerSnapshot(CommonSerializerKeys.VALUE_SERIALIZER),
            own.getStateSerializer()),
        "the state "
            + which
            + " is written in another form in this subtask, which may not have asked for it since"
            + " it was restored from a savepoint of another version of the job; take a savepoint"
            + " of this version and restart from it");
  }

  private static void check(boolean isRight, String otherwise) {
    if (!isRight) {
      throw new IllegalStateException("Keys cannot be taken over: " + otherwise + ".");
    }
  }
}
