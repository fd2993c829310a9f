/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.util.Iterator;
import org.trilink.examples.workload.Workloads;

/** How many records the demo generates for each query unless told otherwise, for the help. */
final class DemoRows implements Iterable<String> {

  @Override
  public Iterator<String> iterator() {
    return Workloads.all().stream()
        .flatMap(workload -> workload.queries().stream())
        .map(query -> query.demoRows() + " for " + query.name())
        .iterator();
  }
}
