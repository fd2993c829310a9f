/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;

/**
 * Charts beside each other that share a legend: ours and the paper's.
 *
 * @param title what they show
 * @param note below; empty for none
 * @param legend the variants in them
 * @param panels from the left
 */
record Figure(String title, String note, List<Variant> legend, List<Panel> panels)
    implements Block {

  Figure {
    legend = List.copyOf(legend);
    panels = List.copyOf(panels);
  }
}
