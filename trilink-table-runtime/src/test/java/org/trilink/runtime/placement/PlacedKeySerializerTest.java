package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.runtime.io.disk.RandomAccessInputView;
import org.apache.flink.runtime.io.disk.SimpleCollectingOutputView;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class PlacedKeySerializerTest {

  private static final int PAGE = 64;
  private static final RowType KEY = KeyColumn.keyType(KeyColumn.STRING, KeyColumn.BIGINT);

  private final List<PlacedKey> keys = randomKeys(500);
  private final PlacedKeySerializer serializer = new PlacedKeySerializer(KEY, "modulo", 720);

  @Test
  void readsWhatItWrote() throws Exception {
    DataInputDeserializer source = new DataInputDeserializer(write().getCopyOfBuffer());
    RowData reuse = serializer.createInstance();
    for (int i = 0; i < keys.size(); i++) {
      RowData read =
          i % 2 == 0 ? serializer.deserialize(source) : serializer.deserialize(reuse, source);
      assertPlacedKey(read, keys.get(i));
    }
    assertThat(source.available()).isZero();
  }

  @Test
  void copiesBytes() throws Exception {
    DataOutputSerializer written = write();
    DataInputDeserializer source = new DataInputDeserializer(written.getCopyOfBuffer());
    DataOutputSerializer target =
        new DataOutputSerializer(written.length()); // copies don't grow it
    for (PlacedKey ignored : keys) {
      serializer.copy(source, target);
    }
    assertThat(target.getCopyOfBuffer()).isEqualTo(written.getCopyOfBuffer());
  }

  @Test
  void copiesHaveBytesOfTheirOwn() {
    for (PlacedKey key : keys) {
      RowData copy = serializer.copy(key);
      assertPlacedKey(copy, key);
      assertThat(((PlacedKey) copy).key().getSegments())
          .doesNotContainAnyElementsOf(List.of(key.key().getSegments()));
    }
  }

  @Test
  void readsFromPages() throws Exception {
    List<MemorySegment> pages = writePages();
    RandomAccessInputView source = new RandomAccessInputView(new ArrayList<>(pages), PAGE);
    RowData reuse = serializer.createInstance();
    for (int i = 0; i < keys.size(); i++) {
      switch (i % 4) {
        case 0 -> assertPlacedKey(serializer.deserializeFromPages(source), keys.get(i));
        case 1 -> assertPlacedKey(serializer.deserializeFromPages(reuse, source), keys.get(i));
        case 2 -> assertPlacedKey(serializer.mapFromPages(reuse, source), keys.get(i));
        default -> serializer.skipRecordFromPages(source);
      }
    }
  }

  @Test
  void comparesKeysAndHashes() {
    PlacedKey key = keys.get(0);
    PlacedKey elsewhere = new PlacedKey(key.key(), key.hashCode() + 1);
    assertThat(key)
        .isEqualTo(new PlacedKey(key.key().copy(), key.hashCode()))
        .isNotEqualTo(elsewhere)
        .isNotEqualTo(key.key())
        .isNotEqualTo(new PlacedKey(keys.get(1).key(), key.hashCode()));
  }

  @Test
  void snapshotBringsTheSerializerBack() throws Exception {
    DataOutputSerializer target = new DataOutputSerializer(100);
    TypeSerializerSnapshot.writeVersionedSnapshot(target, serializer.snapshotConfiguration());
    TypeSerializerSnapshot<RowData> snapshot =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(target.getCopyOfBuffer()), getClass().getClassLoader());

    assertThat(snapshot.restoreSerializer()).isEqualTo(serializer);
    assertThat(snapshot.resolveSchemaCompatibility(serializer).isCompatibleAsIs()).isTrue();
  }

  @Test
  void namesOfColumnsMayChange() {
    RowType renamed =
        RowType.of(KEY.getChildren().toArray(new LogicalType[0]), new String[] {"a", "b"});
    PlacedKeySerializer now = new PlacedKeySerializer(renamed, "modulo", 720);
    assertThat(now).isEqualTo(serializer);
    assertThat(
            serializer.snapshotConfiguration().resolveSchemaCompatibility(now).isCompatibleAsIs())
        .isTrue();
  }

  @Test
  void typeInfoMakesTheSerializer() throws Exception {
    PlacedKeyTypeInfo type = new PlacedKeyTypeInfo(KEY, "modulo", 720);
    assertThat(InstantiationUtil.clone(type)).isEqualTo(type);
    assertThat(type.createSerializer(new ExecutionConfig())).isEqualTo(serializer);
    assertThat(type)
        .isNotEqualTo(new PlacedKeyTypeInfo(KEY, "modulo", 128))
        .isNotEqualTo(new PlacedKeyTypeInfo(KEY, "weight 60,40", 720));
  }

  private DataOutputSerializer write() throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(100);
    for (PlacedKey key : keys) {
      serializer.serialize(key, target);
    }
    return target;
  }

  /** So small that most keys cross their ends. */
  private List<MemorySegment> writePages() throws IOException {
    List<MemorySegment> pages = new ArrayList<>();
    SimpleCollectingOutputView target =
        new SimpleCollectingOutputView(
            pages, () -> MemorySegmentFactory.allocateUnpooledSegment(PAGE), PAGE);
    for (PlacedKey key : keys) {
      serializer.serializeToPages(key, target);
    }
    return pages;
  }

  private static void assertPlacedKey(RowData actual, PlacedKey expected) {
    assertThat(actual).isEqualTo(expected).hasSameHashCodeAs(expected);
    assertThat(TimedCounts.show(actual, KEY)).isEqualTo(TimedCounts.show(expected, KEY));
  }

  private static List<PlacedKey> randomKeys(int count) {
    Random random = new Random(3);
    RowDataSerializer rows = new RowDataSerializer(KEY);
    List<PlacedKey> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BinaryRowData key =
          rows.toBinaryRow(
                  GenericRowData.of(KeyColumn.STRING.next(random), KeyColumn.BIGINT.next(random)))
              .copy();
      keys.add(PlacedKey.inGroup(key, random.nextInt(720), 720));
    }
    return keys;
  }
}
