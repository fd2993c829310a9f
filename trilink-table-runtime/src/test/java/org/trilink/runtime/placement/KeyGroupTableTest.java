/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.key.KeyBytes;

class KeyGroupTableTest {

  private static final int MAX_KEY_GROUP = 32767;

  private final KeyGroupTable table = new KeyGroupTable();

  @Test
  void findsWhatWasAdded() {
    Map<BinaryRowData, Integer> model = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      BinaryRowData key = randomKey(random);
      int keyGroup = random.nextInt(MAX_KEY_GROUP + 1);
      if (model.putIfAbsent(key, keyGroup) == null) {
        add(key, keyGroup);
      }
    }
    assertThat(table.size()).isEqualTo(model.size());
    model.forEach((key, keyGroup) -> assertThat(get(key)).isEqualTo(keyGroup));
  }

  @Test
  void findsNothingElse() {
    for (int i = 0; i < 10_000; i++) {
      add(Keys.of(i), i);
    }
    for (int i = 10_000; i < 20_000; i++) {
      assertThat(get(Keys.of(i))).isEqualTo(KeyGroupTable.ABSENT);
    }
    assertThat(get(Keys.ofNull())).isEqualTo(KeyGroupTable.ABSENT);
  }

  @Test
  void tellsKeysOfOneHashApart() {
    int hash = 42;
    table.add(Keys.of("a"), hash, 1);
    table.add(Keys.of("b"), hash, 2);
    table.add(Keys.of("a key that takes more than eight bytes"), hash, 3);
    assertThat(table.get(Keys.of("a"), hash)).isEqualTo(1);
    assertThat(table.get(Keys.of("b"), hash)).isEqualTo(2);
    assertThat(table.get(Keys.of("a key that takes more than eight bytes"), hash)).isEqualTo(3);
    assertThat(table.get(Keys.of("c"), hash)).isEqualTo(KeyGroupTable.ABSENT);
  }

  @Test
  void hasKeysThatAreLongerThanAPage() {
    String text = "x".repeat(200_000);
    add(Keys.of(text + 1), 1);
    add(Keys.of(text + 2), MAX_KEY_GROUP);
    assertThat(get(Keys.of(text + 1))).isEqualTo(1);
    assertThat(get(Keys.of(text + 2))).isEqualTo(MAX_KEY_GROUP);
    assertThat(get(Keys.of(text + 3))).isEqualTo(KeyGroupTable.ABSENT);
  }

  @Test
  void isWrittenAndRead() throws IOException {
    Map<BinaryRowData, Integer> model = new HashMap<>();
    Random random = new Random(2);
    while (model.size() < 20_000) {
      model.putIfAbsent(randomKey(random), random.nextInt(MAX_KEY_GROUP + 1));
    }
    model.forEach(this::add);
    KeyGroupTable.Image image = table.image();
    for (int key = 0; key < 20_000; key++) {
      add(Keys.of("added after the image " + key), 1);
    }
    DataOutputSerializer out = new DataOutputSerializer(64);
    image.write(out);
    assertThat(image.sizeInBytes()).isEqualTo(out.length());

    KeyGroupTable read = new KeyGroupTable();
    int[] keys = new int[MAX_KEY_GROUP + 1];
    read.read(new DataInputDeserializer(out.getCopyOfBuffer()), keyGroup -> keys[keyGroup]++);
    assertThat(read.size()).isEqualTo(model.size());
    model.forEach(
        (key, keyGroup) -> {
          assertThat(read.get(key, key.hashCode())).isEqualTo(keyGroup);
          keys[keyGroup]--;
        });
    assertThat(keys).containsOnly(0);
  }

  @Test
  void handsOnWhatWasAddedFromAPlaceOn() {
    add(Keys.of("first"), 1);
    long place = table.end();
    add(Keys.of("second"), 2);
    add(Keys.of("a third one of several words"), 3);

    List<BinaryRowData> keys = new ArrayList<>();
    List<Integer> keyGroups = new ArrayList<>();
    table.forEach(
        place,
        (key, keyGroup) -> {
          keys.add(KeyBytes.key(key));
          keyGroups.add(keyGroup);
        });
    assertThat(keys).containsExactly(Keys.of("second"), Keys.of("a third one of several words"));
    assertThat(keyGroups).containsExactly(2, 3);
  }

  @Test
  void keysHaveNumbersUntilTheirKeyGroupsAreDecided() {
    add(Keys.of("decided"), 3);
    long text = table.addUndecided(Keys.of("a key of several words"), 42, 0);
    long number = table.addUndecided(Keys.of(7L), 42, 65_535);

    assertThat(get(Keys.of("decided"))).isEqualTo(3);
    assertThat(waitingNumber(Keys.of("a key of several words"))).isZero();
    assertThat(waitingNumber(Keys.of(7L))).isEqualTo(65_535);
    assertThat(table.get(Keys.of(8L), 42)).isEqualTo(KeyGroupTable.ABSENT);

    table.decide(number, MAX_KEY_GROUP);
    assertThat(table.get(Keys.of(7L), 42)).isEqualTo(MAX_KEY_GROUP);
    assertThat(waitingNumber(Keys.of("a key of several words"))).isZero();

    table.decide(text, 0);
    assertThat(table.get(Keys.of("a key of several words"), 42)).isZero();
    assertThat(table.size()).isEqualTo(3);
  }

  private int waitingNumber(BinaryRowData key) {
    int found = table.get(key, 42);
    assertThat(found).isLessThan(KeyGroupTable.ABSENT);
    return KeyGroupTable.waitingNumber(found);
  }

  @Test
  void copiesKeysToBatches() {
    add(Keys.of("first"), 1);
    long second = table.end();
    add(Keys.of("a second one of several words"), 2);
    long third = table.addUndecided(Keys.of(3L), 42, 9);
    KeyBatch batch = new KeyBatch();

    table.copyTo(batch, third, 42);
    table.copyTo(batch, second, 7);

    List<BinaryRowData> keys = new ArrayList<>();
    batch.forEach((index, key) -> keys.add(key.copy()));
    assertThat(keys).containsExactly(Keys.of(3L), Keys.of("a second one of several words"));
    assertThat(batch.hash(0)).isEqualTo(42);
    assertThat(batch.hash(1)).isEqualTo(7);
  }

  private void add(BinaryRowData key, int keyGroup) {
    table.add(key, key.hashCode(), keyGroup);
  }

  private int get(BinaryRowData key) {
    return table.get(key, key.hashCode());
  }

  private static BinaryRowData randomKey(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Keys.of(random.nextLong());
      case 1 -> Keys.of("k".repeat(random.nextInt(40)) + random.nextInt());
      default -> Keys.of(random.nextInt(100));
    };
  }
}
