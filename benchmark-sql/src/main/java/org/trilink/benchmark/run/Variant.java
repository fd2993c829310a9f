/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.trilink.benchmark.result.Trial;
import org.trilink.launcher.demo.DemoExchange;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.SqlScript;

/**
 * A variant that is compared with others: an engine, and how it is set.
 *
 * @param name in results
 * @param settings of the SQL Client's session
 * @param edit of the workload's script
 */
public record Variant(
    String name, Engine engine, Map<String, String> settings, UnaryOperator<SqlScript> edit) {

  /** The name of {@link #trilinkWithLocalMerge()}. */
  public static final String LOCAL_MERGE = "trilink, local-merge";

  /**
   * Stock Flink, and Trilink with a plain exchange and with a local merge; all of them reuse
   * objects.
   */
  public static final List<Variant> USUAL =
      List.of(
          flink("flink").withObjectReuse(),
          trilinkWithPlainExchange("trilink"),
          trilinkWithLocalMerge());

  /** The beginning of the names of all variants on stock Flink. */
  private static final String STOCK = "flink";

  public Variant {
    settings = new TreeMap<>(settings);
  }

  /** Stock Flink, without the script's hints and without record keys, which only these need. */
  public static Variant flink(String name) {
    return new Variant(name, Engine.FLINK, Map.of(), Variant::forStockFlink);
  }

  private static SqlScript forStockFlink(SqlScript script) {
    return script.withoutTrilinkHints().withoutRecordKeys();
  }

  /**
   * Stock Flink, without the script's hints and without record keys, but with a watermark that
   * waits for late records as long as the {@code watermark.max-skew} of the hints lets Trilink
   * wait.
   */
  public static Variant flinkThatWaits(String name) {
    return new Variant(name, Engine.FLINK, Map.of(), WatermarkDelay::inPlaceOfMaxSkew)
        .editing(SqlScript::withoutRecordKeys);
  }

  /** Trilink, with the script's hints. */
  public static Variant trilink(String name) {
    return new Variant(name, Engine.TRILINK, Map.of(), UnaryOperator.identity());
  }

  /** Trilink with records that are exchanged one by one, as in stock Flink. */
  public static Variant trilinkWithPlainExchange(String name) {
    return trilink(name).withObjectReuse().withExchange("shuffle");
  }

  /** Trilink with records merged before they are exchanged. */
  public static Variant trilinkWithLocalMerge() {
    return trilink(LOCAL_MERGE).withObjectReuse().withExchange("local-merge");
  }

  /** The names of these. */
  public static List<String> names(List<Variant> variants) {
    return variants.stream().map(Variant::name).toList();
  }

  /** The one of these that a trial is of. */
  public static Variant of(Trial trial, List<Variant> variants) {
    return variants.stream()
        .filter(variant -> variant.name().equals(trial.variant()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns this variant with more settings. */
  public Variant with(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(more);
    return new Variant(name, engine, all, edit);
  }

  /**
   * Returns this variant with operators of a chain handing on records as they are, without copies.
   */
  public Variant withObjectReuse() {
    return with(Map.of("pipeline.object-reuse", "true"));
  }

  /**
   * Returns this variant with all records exchanged by one strategy.
   *
   * @param exchange as in a hint; none that merges in a store
   */
  public Variant withExchange(String exchange) {
    return withExchange(exchange, Variant::refuseToMergeGlobally);
  }

  /**
   * Returns this variant with all records exchanged by one strategy.
   *
   * @param exchange as in a hint
   * @param store the address of a store to merge in, asked for only if the strategy does
   */
  public Variant withExchange(String exchange, Supplier<String> store) {
    return editing(script -> new DemoExchange(exchange).in(script, store));
  }

  private static String refuseToMergeGlobally() {
    throw new IllegalArgumentException("results of a global merge are not in the script's sinks");
  }

  /** Returns this variant with the script edited further. */
  public Variant editing(UnaryOperator<SqlScript> further) {
    return new Variant(name, engine, settings, script -> further.apply(edit.apply(script)));
  }

  /** Whether a variant of that name runs on stock Flink. */
  static boolean isStock(String name) {
    return name.startsWith(STOCK);
  }

  SqlScript script(SqlScript workload) {
    SqlScript script = edit.apply(workload);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      script = script.withSetting(setting.getKey(), setting.getValue());
    }
    return script;
  }
}
