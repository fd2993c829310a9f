/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class KeySamplingTest {

  private static final TopicPartition FIRST = TopicPartition.ofSplit("t-0");
  private static final TopicPartition SECOND = TopicPartition.ofSplit("t-1");

  private final CountingKeys keys = new CountingKeys();
  private final KeySampling sampling = sampling(null);

  private KeySampling sampling(GeneratedJoinCondition condition) {
    SampledKeys sampled = new SampledKeys("operator", "t", "k", keys, condition);
    try {
      sampled.open(getClass().getClassLoader());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return new KeySampling(List.of(sampled));
  }

  @Test
  void looksAtFewRecordsBehindTheFirst() {
    for (int i = 0; i < KeySampling.FIRST_RECORDS; i++) {
      sampling.check(row(i), FIRST);
    }
    assertThat(keys.asked).isEqualTo(KeySampling.FIRST_RECORDS);
    for (int i = 0; i < 640_000; i++) {
      sampling.check(row(i), FIRST);
    }
    assertThat(keys.asked - KeySampling.FIRST_RECORDS).isBetween(9_000, 11_000);
  }

  /** If exactly every 64th record were sampled, all samples would be of the same key. */
  @Test
  void findsKeysThatComeInTurn() {
    for (int i = 0; i < KeySampling.FIRST_RECORDS; i++) {
      sampling.check(row(-1), FIRST);
    }
    int found = 0;
    for (int i = 0; i < 1_000_000; i++) {
      sampling.check(row(i % KeySampling.INTERVAL), FIRST);
      FoundPartitions taken = sampling.take(true);
      found += taken == null ? 0 : taken.pairs().size();
    }
    assertThat(found).isEqualTo(1 + KeySampling.INTERVAL);
  }

  @Test
  void tellsEachPairOnceAndSeveralTogether() {
    sampling.check(row(1), FIRST);
    assertThat(sampling.take(false)).isNull();
    FoundPartitions alone = sampling.take(true);
    assertThat(alone.pairs()).hasSize(1);
    assertThat(sampling.take(true)).isNull();

    sampling.check(row(1), SECOND);
    FoundPartitions found = sampling.take(false);
    for (int i = 0; found == null; i++) {
      sampling.check(row(i % 5), SECOND);
      found = sampling.take(false);
    }
    assertThat(found.pairs()).hasSize(5);
    assertThat(found.pairs().get(0).hash).isEqualTo(alone.pairs().get(0).hash);
    assertThat(found.pairs()).extracting(pair -> pair.partition).containsOnly("t-1");
    assertThat(sampling.take(true)).isNull();
  }

  /** Each of the first records has another key, and so have many of the samples behind them. */
  @Test
  void sendsFewMessagesWhereMostKeysAreNew() {
    int messages = 0;
    for (int i = 0; i < 500_000; i++) {
      sampling.check(row(i), FIRST);
      messages += sampling.take(false) == null ? 0 : 1;
    }
    assertThat(messages).isBetween(8, 20);
  }

  @Test
  void nullIsAKey() {
    sampling.check(GenericRowData.of((Object) null), FIRST);
    sampling.check(GenericRowData.of((Object) null), SECOND);

    assertThat(sampling.take(true).pairs()).hasSize(2);
  }

  @Test
  void rowsThatThePlanDropsAreNotLookedAt() {
    KeySampling filtered = sampling(new OddKeys());
    for (int i = 0; i < 10; i++) {
      filtered.check(row(i), FIRST);
    }
    assertThat(filtered.take(true).pairs()).hasSize(5);
  }

  private static RowData row(long key) {
    return GenericRowData.of(key);
  }

  /** The row itself, in binary form. */
  private static final class CountingKeys implements RowDataKeySelector {

    private static final long serialVersionUID = 1L;
    private static final RowType TYPE = RowType.of(new BigIntType());

    private int asked;

    @Override
    public RowData getKey(RowData row) {
      asked++;
      BinaryRowData key = new RowDataSerializer(TYPE).toBinaryRow(row);
      return key.copy();
    }

    @Override
    public InternalTypeInfo<RowData> getProducedType() {
      return InternalTypeInfo.of(TYPE);
    }
  }

  private static final class OddKeys extends GeneratedJoinCondition {

    private static final long serialVersionUID = 1L;

    OddKeys() {
      super("OddKeys", "", new Object[0]);
    }

    @Override
    public JoinCondition newInstance(ClassLoader classLoader) {
      return new IsOdd();
    }
  }

  private static final class IsOdd extends AbstractRichFunction implements JoinCondition {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean apply(RowData row, RowData nothing) {
      return row.getLong(0) % 2 == 1;
    }
  }
}
