/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import javax.annotation.Nullable;

/** The settings and figures of the monitor that subtasks learn with each answer to a report. */
final class MonitorView implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The sample rate. */
  final double sampleRate;

  /** For predictions; null for none. */
  @Nullable final int[] weights;

  final SyncFigures figures;

  MonitorView(double sampleRate, @Nullable int[] weights, SyncFigures figures) {
    this.sampleRate = sampleRate;
    this.weights = weights;
    this.figures = figures;
  }
}
