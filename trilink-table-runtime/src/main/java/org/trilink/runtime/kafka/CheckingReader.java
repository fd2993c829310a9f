/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.table.data.RowData;

/** Checks each record that a reader emits. */
abstract class CheckingReader<SplitT extends SourceSplit> extends DelegatingReader<SplitT> {

  private final RecordCheck check;
  @Nullable private CheckedOutput checkedOutput;

  CheckingReader(SourceReader<RowData, SplitT> reader, RecordCheck check) {
    super(reader);
    this.check = check;
  }

  @Override
  public InputStatus pollNext(ReaderOutput<RowData> output) throws Exception {
    if (checkedOutput == null || checkedOutput.output() != output) {
      checkedOutput = new CheckedOutput(output, check);
    }
    return super.pollNext(checkedOutput);
  }
}
