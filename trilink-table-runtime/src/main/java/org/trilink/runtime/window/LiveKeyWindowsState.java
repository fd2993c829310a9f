package org.trilink.runtime.window;

import java.io.IOException;
import org.apache.flink.api.common.state.ValueState;

/**
 * Entries on Flink's heap backend, changed in place. The backend hands out the entry itself, and
 * copies it first while a snapshot still needs the old one.
 */
final class LiveKeyWindowsState implements KeyWindowsState {

  private final ValueState<KeyWindows> state;

  LiveKeyWindowsState(ValueState<KeyWindows> state) {
    this.state = state;
  }

  @Override
  public KeyWindows get() throws IOException {
    return state.value();
  }

  @Override
  public void created(KeyWindows windows) throws IOException {
    state.update(windows);
  }

  @Override
  public void changed(KeyWindows windows) {}

  @Override
  public void clear() {
    state.clear();
  }

  @Override
  public void flush() {}
}
