package org.trilink.benchmark.run;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.trilink.examples.local.Engine;
import org.trilink.examples.local.SqlScript;

/**
 * What is compared: an engine, and how it is set.
 *
 * @param name in results
 * @param settings of the SQL Client's session
 * @param edit of the workload's script
 */
public record Variant(
    String name, Engine engine, Map<String, String> settings, UnaryOperator<SqlScript> edit) {

  /** What the names of all variants on stock Flink begin with. */
  private static final String STOCK = "flink";

  public Variant {
    settings = new TreeMap<>(settings);
  }

  /** Stock Flink, without the script's hints. */
  public static Variant flink(String name) {
    return new Variant(name, Engine.FLINK, Map.of(), SqlScript::withoutTrilinkHints);
  }

  /** Trilink, with the script's hints. */
  public static Variant trilink(String name) {
    return new Variant(name, Engine.TRILINK, Map.of(), UnaryOperator.identity());
  }

  /** The same under another name. */
  public Variant named(String other) {
    return new Variant(other, engine, settings, edit);
  }

  /** The same with more settings. */
  public Variant with(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(more);
    return new Variant(name, engine, all, edit);
  }

  /** The same with operators of a chain handing on records as they are, without copies. */
  public Variant withObjectReuse() {
    return with(Map.of("pipeline.object-reuse", "true"));
  }

  /** The same with the script edited further. */
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
