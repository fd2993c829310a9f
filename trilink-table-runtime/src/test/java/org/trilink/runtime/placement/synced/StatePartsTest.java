/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement.synced;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.move.protocol.SyncStates;

class StatePartsTest {

  private static final byte[] LAYOUT = {7};

  private final List<SyncStates> sent = new ArrayList<>();
  private final StateParts parts = new StateParts(3, LAYOUT, sent::add);

  @Test
  void sendsWhatIsOutBeforeTheRest() {
    parts.add(0, new byte[1 << 20]);
    assertThat(sent).isEmpty();
    parts.add(2, new byte[1 << 20]);
    assertThat(sent).hasSize(1);
    parts.add(5, new byte[1]);
    parts.end();

    assertThat(sent).hasSize(2);
    assertThat(sent.get(0).asMap()).containsOnlyKeys(0, 2);
    assertThat(sent.get(1).asMap()).containsOnlyKeys(5);
    assertThat(sent).allMatch(part -> part.layout(3) == LAYOUT);
  }

  @Test
  void sendsNothingIfNothingLeaves() {
    parts.end();

    assertThat(sent).isEmpty();
  }
}
