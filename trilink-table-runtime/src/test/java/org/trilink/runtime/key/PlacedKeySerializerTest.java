/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializer;
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
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DayTimeIntervalType;
import org.apache.flink.table.types.logical.DayTimeIntervalType.DayTimeResolution;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LegacyTypeInformationType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RawType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.StructuredType;
import org.apache.flink.table.types.logical.TimestampKind;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TypeInformationRawType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.placement.KeyColumn;
import org.trilink.runtime.placement.TimedCounts;

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
    TypeSerializerSnapshot<RowData> snapshot =
        read(write(serializer.snapshotConfiguration()), getClass().getClassLoader());

    assertThat(snapshot.restoreSerializer()).isEqualTo(serializer);
    assertThat(snapshot.resolveSchemaCompatibility(serializer).isCompatibleAsIs()).isTrue();
  }

  @SuppressWarnings("deprecation") // types of the old type system are types, too
  static Stream<LogicalType> keyTypes() {
    return Stream.concat(
        Arrays.stream(KeyColumn.values()).map(KeyColumn::type),
        Stream.of(
            new BigIntType(false),
            CharType.ofEmptyLiteral(),
            new TimestampType(true, TimestampKind.ROWTIME, 3),
            new DayTimeIntervalType(DayTimeResolution.SECOND),
            new MapType(new IntType(), new BigIntType()),
            new RawType<>(BitSet.class, new KryoSerializer<>(BitSet.class, new ExecutionConfig())),
            point(new DoubleType()),
            RowType.of(new ArrayType(point(new DoubleType()))),
            new TypeInformationRawType<>(Types.GENERIC(BitSet.class)),
            new LegacyTypeInformationType<>(LogicalTypeRoot.DECIMAL, Types.BIG_DEC)));
  }

  /**
   * The type of a user class that is not in a catalog, and so has no name by which Flink can find
   * it.
   */
  private static StructuredType point(LogicalType coordinate) {
    return StructuredType.newBuilder(Point.class)
        .attributes(
            List.of(
                new StructuredType.StructuredAttribute("x", coordinate),
                new StructuredType.StructuredAttribute("y", coordinate)))
        .build();
  }

  /** Also if the classes of its types are missing, such as in the planner. */
  @ParameterizedTest
  @MethodSource("keyTypes")
  void snapshotOfAnyTypeIsReadWithoutItsClasses(LogicalType type) throws Exception {
    PlacedKeySerializer of = new PlacedKeySerializer(RowType.of(type), "modulo", 720);
    byte[] written = write(of.snapshotConfiguration());
    TypeSerializerSnapshot<RowData> snapshot =
        read(written, new OnlyClassOf(PlacedKeySerializerSnapshot.class));

    assertThat(new String(written, StandardCharsets.ISO_8859_1))
        .as("Java serialization's first bytes")
        .doesNotContain("\u00ac\u00ed\0\5");
    assertThat(snapshot.restoreSerializer()).isEqualTo(of);
    assertThat(snapshot.resolveSchemaCompatibility(of).isCompatibleAsIs()).isTrue();
  }

  /** A type's own {@code equals} says which are the same. */
  @ParameterizedTest
  @MethodSource("keyTypes")
  void otherTypesAreOthers(LogicalType type) {
    assertThat(keyTypes().filter(other -> KeyTypes.of(RowType.of(other)).equals(of(type))))
        .isNotEmpty()
        .allMatch(type::equals);
  }

  private static KeyTypes of(LogicalType type) {
    return KeyTypes.of(RowType.of(type));
  }

  @Test
  void attributesOfAUsersTypeAreComparedToo() {
    TypeSerializerSnapshot<RowData> snapshot =
        new PlacedKeySerializer(RowType.of(point(new DoubleType())), "modulo", 720)
            .snapshotConfiguration();
    assertThatThrownBy(
            () ->
                snapshot.resolveSchemaCompatibility(
                    new PlacedKeySerializer(RowType.of(point(new FloatType())), "modulo", 720)))
        .hasMessageContainingAll("The state can't be restored", "Point", "DOUBLE", "FLOAT");
  }

  @Test
  void messagesHaveTypesAsUsersWriteThem() {
    assertThat(KeyTypes.of(KEY)).hasToString("(STRING, BIGINT)");
    assertThat(
            of(
                new RawType<>(
                    BitSet.class, new KryoSerializer<>(BitSet.class, new ExecutionConfig()))))
        .hasToString("(RAW('java.util.BitSet', ...))");
  }

  @Test
  void stateInAnotherFormatIsRefused() throws Exception {
    byte[] written = write(serializer.snapshotConfiguration());
    int version = new DataInputDeserializer(written).readUnsignedShort() + 2; // behind the name
    written[version + 3] = 3;
    assertThatThrownBy(() -> read(written, getClass().getClassLoader()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The state can't be restored: its placed keys are in format 3, and this version of"
                + " Trilink reads format 2. Go on with the version that wrote the state, or start"
                + " without it.");
  }

  private static byte[] write(TypeSerializerSnapshot<RowData> snapshot) throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(100);
    TypeSerializerSnapshot.writeVersionedSnapshot(target, snapshot);
    return target.getCopyOfBuffer();
  }

  private static TypeSerializerSnapshot<RowData> read(byte[] written, ClassLoader classes)
      throws IOException {
    return TypeSerializerSnapshot.readVersionedSnapshot(
        new DataInputDeserializer(written), classes);
  }

  /** A user's class. */
  public static final class Point {}

  /** A class loader with one class only. */
  private static final class OnlyClassOf extends ClassLoader {
    private final Class<?> type;

    OnlyClassOf(Class<?> type) {
      super(null);
      this.type = type;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.equals(type.getName())) {
        throw new ClassNotFoundException(name);
      }
      return type;
    }
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

  /** Pages that are so small that most keys cross a page boundary. */
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
