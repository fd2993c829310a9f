package org.trilink.runtime.placement;

import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.java.typeutils.runtime.DataInputViewStream;
import org.apache.flink.api.java.typeutils.runtime.DataOutputViewStream;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;

/**
 * What state under {@link PlacedKey}s is bound to. A plan that places keys in another way would
 * look for them on other subtasks; it is refused with a message that says what was and what is.
 */
public final class PlacedKeySerializerSnapshot implements TypeSerializerSnapshot<RowData> {

  private static final int VERSION = 1;

  private RowType keyType;
  private String placement;
  private int maxParallelism;

  /** For reading a savepoint. */
  @SuppressWarnings("unused")
  public PlacedKeySerializerSnapshot() {}

  PlacedKeySerializerSnapshot(RowType keyType, String placement, int maxParallelism) {
    this.keyType = keyType;
    this.placement = placement;
    this.maxParallelism = maxParallelism;
  }

  @Override
  public int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeUTF(placement);
    out.writeInt(maxParallelism);
    InstantiationUtil.serializeObject(new DataOutputViewStream(out), keyType);
  }

  @Override
  public void readSnapshot(int version, DataInputView in, ClassLoader userCode) throws IOException {
    placement = in.readUTF();
    maxParallelism = in.readInt();
    try {
      keyType = InstantiationUtil.deserializeObject(new DataInputViewStream(in), userCode);
    } catch (ClassNotFoundException e) {
      throw new IOException("The key's type needs a class that is not in the job's jars.", e);
    }
  }

  @Override
  public TypeSerializer<RowData> restoreSerializer() {
    return new PlacedKeySerializer(keyType, placement, maxParallelism);
  }

  /**
   * @throws IllegalStateException if the keys are placed in another way now, or are others. Thrown,
   *     as Flink's own message would only print two serializers.
   */
  @Override
  public TypeSerializerSchemaCompatibility<RowData> resolveSchemaCompatibility(
      TypeSerializer<RowData> newSerializer) {
    if (!(newSerializer instanceof PlacedKeySerializer)) {
      throw refuse("as Flink does, without 'partition' in a TRILINK hint");
    }
    PlacedKeySerializer now = (PlacedKeySerializer) newSerializer;
    if (!placement.equals(now.placement()) || maxParallelism != now.maxParallelism()) {
      throw refuse("by " + describe(now.placement(), now.maxParallelism()));
    }
    if (!keyType.getChildren().equals(now.keyType().getChildren())) {
      throw new IllegalStateException(
          String.format(
              "The state can't be restored: its keys were %s, and this plan's keys are %s. Keep"
                  + " the columns of the key, or start without the state.",
              columns(keyType), columns(now.keyType())));
    }
    return TypeSerializerSchemaCompatibility.compatibleAsIs();
  }

  private IllegalStateException refuse(String now) {
    return new IllegalStateException(
        String.format(
            "The state can't be restored: its keys were placed by %s, and this plan places them %s,"
                + " so that it would look for them on other subtasks. Place them as before (hint and"
                + " pipeline.max-parallelism), or start without the state.",
            describe(placement, maxParallelism), now));
  }

  /** Types only: names may change with the query's text. */
  private static String columns(RowType keyType) {
    return keyType.getChildren().stream()
        .map(LogicalType::asSummaryString)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** How the keys were placed, see {@link PlacedKeyTypeInfo}. */
  public String placement() {
    return placement;
  }

  static String describe(String placement, int maxParallelism) {
    return "partition=" + placement + ", max-parallelism=" + maxParallelism;
  }
}
