/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.List;
import java.util.Map;
import org.apache.flink.cep.functions.PatternProcessFunction;
import org.apache.flink.cep.nfa.aftermatch.AfterMatchSkipStrategy;
import org.apache.flink.cep.nfa.compiler.NFACompiler;
import org.apache.flink.cep.operator.CepOperator;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;
import org.trilink.runtime.harness.KeyedHarness;
import org.trilink.runtime.harness.ReadingHarness;

/** Flink's MATCH_RECOGNIZE of even values and an odd one: the first of each is the result. */
public enum Matching implements StockOperator {
  /** An even value, any values, and an odd one, within 100 ms: matches overlap. */
  ANY_PAIR {
    @Override
    Pattern<RowData, RowData> pattern() {
      return Pattern.<RowData>begin("even", AfterMatchSkipStrategy.noSkip())
          .where(new ValueModuloTwo(0))
          .followedByAny("odd")
          .where(new ValueModuloTwo(1))
          .within(Time.milliseconds(100));
    }
  },
  /** As many even values as there are, then an odd one; the next match begins behind it. */
  RUN {
    @Override
    Pattern<RowData, RowData> pattern() {
      return Pattern.<RowData>begin("even", AfterMatchSkipStrategy.skipPastLastEvent())
          .where(new ValueModuloTwo(0))
          .oneOrMore()
          .greedy()
          .consecutive()
          .next("odd")
          .where(new ValueModuloTwo(1));
    }
  };

  abstract Pattern<RowData, RowData> pattern();

  @Override
  public AbstractStreamOperator<RowData> create() {
    Pattern<RowData, RowData> pattern = pattern();
    return new CepOperator<RowData, RowData, RowData>(
        ReadingHarness.inputSerializer(),
        false,
        NFACompiler.compileFactory(pattern, false),
        null,
        pattern.getAfterMatchSkipStrategy(),
        new Match(),
        null);
  }

  @Override
  public LogicalType[] output() {
    return new LogicalType[] {KeyedHarness.KEY, new BigIntType(), new BigIntType()};
  }

  @Override
  public String show(RowData row) {
    return "%s %s, %s".formatted(row.getString(0), row.getLong(1), row.getLong(2));
  }

  private static final class ValueModuloTwo extends SimpleCondition<RowData> {

    private static final long serialVersionUID = 1L;

    private final int remainder;

    private ValueModuloTwo(int remainder) {
      this.remainder = remainder;
    }

    @Override
    public boolean filter(RowData row) {
      return Math.floorMod(row.getLong(ReadingHarness.VALUE), 2) == remainder;
    }
  }

  private static final class Match extends PatternProcessFunction<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public void processMatch(
        Map<String, List<RowData>> match, Context context, Collector<RowData> out) {
      RowData even = match.get("even").get(0);
      RowData odd = match.get("odd").get(0);
      out.collect(
          GenericRowData.of(
              even.getString(0),
              even.getLong(ReadingHarness.VALUE),
              odd.getLong(ReadingHarness.VALUE)));
    }
  }
}
