package org.trilink.planner.node.physical;

import java.lang.reflect.Field;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.planner.plan.abilities.sink.SinkAbilitySpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.apache.flink.table.types.logical.RowType;

/** A Kafka sink that is partitioned by columns of its rows. */
public final class StreamPhysicalAheadKeyBySink extends StreamPhysicalSink {

  private static final String PARTITIONER = "partitioner";
  private static final String ABILITIES = "abilitySpecs";
  private static final String UPSERT_MATERIALIZE = "upsertMaterialize";

  private final SinkPartitioning partitioning;
  private final SinkAbilitySpec[] abilities;
  private final boolean upsertMaterialize;

  private StreamPhysicalAheadKeyBySink(
      StreamPhysicalSink like,
      RelTraitSet traits,
      RelNode input,
      DynamicTableSink sink,
      SinkAbilitySpec[] abilities,
      boolean upsertMaterialize,
      SinkPartitioning partitioning) {
    super(
        like.getCluster(),
        traits,
        input,
        like.hints(),
        like.tableIdentifier(),
        like.catalogTable(),
        sink,
        abilities,
        upsertMaterialize);
    this.abilities = abilities;
    this.upsertMaterialize = upsertMaterialize;
    this.partitioning = partitioning;
  }

  /**
   * In place of Flink's sink, with another partitioner in a copy of its Kafka sink.
   *
   * @param physicalType the table's columns, with which the sink's rows begin
   * @throws TableException if this is not the Flink that Trilink was made for, or the connector is
   *     not where Trilink can see it
   */
  public static StreamPhysicalAheadKeyBySink of(
      StreamPhysicalSink stock, SinkPartitioning partitioning, RowType physicalType) {
    try {
      DynamicTableSink partitioned = stock.tableSink().copy();
      field(partitioned.getClass(), PARTITIONER)
          .set(partitioned, partitioning.partitioner(physicalType));
      return new StreamPhysicalAheadKeyBySink(
          stock,
          stock.getTraitSet(),
          stock.getInput(),
          partitioned,
          (SinkAbilitySpec[]) field(StreamPhysicalSink.class, ABILITIES).get(stock),
          (Boolean) field(StreamPhysicalSink.class, UPSERT_MATERIALIZE).get(stock),
          partitioning);
    } catch (ReflectiveOperationException | IllegalArgumentException | LinkageError e) {
      throw new TableException(
          String.format(
              "The Kafka sink %s cannot be partitioned by 'exchange'='ahead-keyby': Trilink needs"
                  + " the Kafka connector of Flink 1.14, in Flink's lib folder, where its own jars"
                  + " are. Leave 'exchange' and 'ahead-keyby.keys' out of the hint, or move the"
                  + " connector there.",
              stock.tableIdentifier().getObjectName()),
          e);
    }
  }

  /** Scala may have put the class's name before that of the field. */
  private static Field field(Class<?> owner, String name) throws NoSuchFieldException {
    for (Field field : owner.getDeclaredFields()) {
      if (field.getName().equals(name) || field.getName().endsWith("$$" + name)) {
        field.setAccessible(true);
        return field;
      }
    }
    throw new NoSuchFieldException(owner.getName() + "." + name);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalAheadKeyBySink(
        this, traits, inputs.get(0), tableSink(), abilities, upsertMaterialize, partitioning);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", partitioning);
  }
}
