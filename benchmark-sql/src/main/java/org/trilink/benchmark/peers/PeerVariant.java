/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A peer, and whether it waits for late records.
 *
 * @param waits as long as records are late at most; else for a millisecond, as the workload's
 *     script does
 */
record PeerVariant(Peer peer, boolean waits) {

  /**
   * The variants of some peers: in order none has to wait; where records are late, those that can
   * wait are there with and without it, or with it only.
   *
   * @param late whether records are late
   * @param completeOnly whether to leave out those that lose some of them
   */
  static List<PeerVariant> of(Set<Peer> peers, boolean late, boolean completeOnly) {
    return peers.stream()
        .flatMap(
            peer -> {
              if (!late || !peer.canWait()) {
                return Stream.of(new PeerVariant(peer, false));
              }
              return completeOnly
                  ? Stream.of(new PeerVariant(peer, true))
                  : Stream.of(new PeerVariant(peer, false), new PeerVariant(peer, true));
            })
        .toList();
  }

  /** In results. */
  String name() {
    return peer.variant(waits);
  }
}
