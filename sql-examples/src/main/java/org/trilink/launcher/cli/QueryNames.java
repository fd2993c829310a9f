/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import java.util.Iterator;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Workloads;

/** The names of all workloads' queries, for the help. */
final class QueryNames implements Iterable<String> {

  @Override
  public Iterator<String> iterator() {
    return Workloads.all().stream()
        .flatMap(workload -> workload.queries().stream())
        .map(Query::name)
        .iterator();
  }
}
