/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

/** Finds rows by the address in Redis that the join's keys give. */
final class AddressLookup implements Lookup {

  private final LookupPlan plan;
  private final LookupTable table;

  AddressLookup(LookupPlan plan, LookupTable table) {
    this.plan = plan;
    this.table = table;
  }

  @Override
  public List<RowData> rows(Object[] keys) throws InterruptedException {
    List<GenericRowData> found = table.find(plan.address(keys));
    if (found.size() == 1) {
      RowData row = plan.complete(found.get(0), keys);
      return row == null ? Collections.emptyList() : Collections.singletonList(row);
    }
    List<RowData> rows = new ArrayList<>(found.size());
    for (GenericRowData each : found) {
      RowData row = plan.complete(each, keys);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public void close() {
    table.close();
  }
}
