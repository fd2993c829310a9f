package org.trilink.planner.node.exec;

import java.lang.reflect.Constructor;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.operator.UncopiedRowSerializer;

/** Has an operator handed rows without the copy that Flink makes between those of a chain. */
final class UncopiedRows {

  private UncopiedRows() {}

  /**
   * The rows for a receiver that neither keeps nor changes them. Other receivers of the same rows
   * are not concerned: only the edge to the one that reads what is returned is another. It makes no
   * operator.
   */
  static Transformation<RowData> of(Transformation<RowData> rows, RowType rowType) {
    // without a partitioner Flink asks the rows' own, or hands them on as it would anyway
    PartitionTransformation<RowData> uncopied = new PartitionTransformation<>(rows, null);
    TypeSerializer<RowData> serializer =
        rows.getOutputType().createSerializer(new ExecutionConfig());
    uncopied.setOutputType(type(rowType, new UncopiedRowSerializer(serializer)));
    return uncopied;
  }

  /** Flink's planner wants this class of type, which has no place for a serializer. */
  @SuppressWarnings("unchecked") // of the row's class
  private static TypeInformation<RowData> type(
      RowType rowType, TypeSerializer<RowData> serializer) {
    try {
      Constructor<?> constructor =
          InternalTypeInfo.class.getDeclaredConstructor(
              LogicalType.class, Class.class, TypeSerializer.class);
      constructor.setAccessible(true);
      return (TypeInformation<RowData>) constructor.newInstance(rowType, RowData.class, serializer);
    } catch (ReflectiveOperationException e) {
      throw new TableException("Trilink needs Flink 1.14's type of rows.", e);
    }
  }
}
