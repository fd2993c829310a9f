package org.trilink.runtime.data;

import java.io.Serializable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/** A column of type TIMESTAMP(3) or TIMESTAMP_LTZ(3), in rows of any form. */
public final class TimestampColumn implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final int MILLISECONDS = 3;

  private final int index;
  private final String meaning;

  /**
   * @param index position in the row
   * @param meaning what the column holds, for error messages: "rowtime"
   */
  public TimestampColumn(int index, String meaning) {
    if (index < 0) {
      throw new IllegalArgumentException("No column has position " + index + ": " + meaning + ".");
    }
    this.index = index;
    this.meaning = meaning;
  }

  /**
   * The column's value in ms since the epoch, for a TIMESTAMP as if it were of UTC.
   *
   * @throws IllegalStateException if it is null
   */
  public long millisOf(RowData row) {
    if (row.isNullAt(index)) {
      throw new IllegalStateException(
          "The "
              + meaning
              + " of a record is null. Event time needs a value in every record: filter such rows"
              + " out, or give them a time, before this operator.");
    }
    // a row that comes over the network holds the ms as they are
    return row instanceof BinaryRowData
        ? row.getLong(index)
        : row.getTimestamp(index, MILLISECONDS).getMillisecond();
  }
}
