package org.trilink.runtime.watermark;

import java.io.Serializable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Where a record's event time stands. */
final class Rowtime implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final int MILLISECONDS = 3;

  private final int index;

  /**
   * @param index position of a TIMESTAMP(3) or TIMESTAMP_LTZ(3), or -1 for the record's timestamp
   */
  Rowtime(int index) {
    this.index = index;
  }

  /**
   * A record's event time in ms.
   *
   * @throws IllegalStateException if it has none
   */
  long of(StreamRecord<RowData> record) {
    if (index < 0) {
      if (!record.hasTimestamp()) {
        throw new IllegalStateException(
            "A record has no timestamp. Event time needs one in every record: assign timestamps"
                + " before this operator.");
      }
      return record.getTimestamp();
    }
    RowData row = record.getValue();
    if (row.isNullAt(index)) {
      throw new IllegalStateException(
          "The rowtime of a record is null. Event time needs a value in every record: filter such"
              + " rows out, or give them a time, before this operator.");
    }
    // a row that comes over the network holds the ms as they are
    return row instanceof BinaryRowData
        ? row.getLong(index)
        : row.getTimestamp(index, MILLISECONDS).getMillisecond();
  }
}
