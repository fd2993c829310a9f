/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import static org.trilink.benchmark.nexmark.NexmarkHint.KEY_WATERMARK;
import static org.trilink.benchmark.nexmark.NexmarkHint.KEY_WATERMARK_AND_LOCAL_MERGE;
import static org.trilink.benchmark.nexmark.NexmarkHint.LOCAL_MERGE;
import static org.trilink.benchmark.nexmark.NexmarkHint.MODULO;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.trilink.benchmark.embedded.EmbeddedQuery;
import org.trilink.benchmark.embedded.GeneratedTable;
import org.trilink.benchmark.system.Resources;
import org.trilink.launcher.local.Engine;

/** The queries; each is the resource of its name. */
enum NexmarkQuery {
  Q0(5_000_000),
  Q1(4_000_000),
  Q2(7_500_000),
  Q3(MODULO, 4_000_000),
  Q4(LOCAL_MERGE, 1_000_000),
  Q5(KEY_WATERMARK_AND_LOCAL_MERGE, 1_000_000),
  /** Flink 1.14 has OVER for rows by their event time only, not for results that change. */
  Q6(0),
  Q7(LOCAL_MERGE, 500_000),
  Q8(KEY_WATERMARK_AND_LOCAL_MERGE, 3_000_000),
  Q9(MODULO, 600_000),
  Q10(2_500_000),
  Q11(KEY_WATERMARK, 1_500_000),
  /** Counts what is read in some time of the clock, so that no two runs have the same rows. */
  Q12(0),
  Q13(2_500_000),
  Q14(4_000_000),
  Q15(LOCAL_MERGE, 1_250_000),
  Q16(LOCAL_MERGE, 750_000),
  Q17(LOCAL_MERGE, 1_250_000),
  /** Its key has two columns, and most keys one row: any placement costs more than it saves. */
  Q18(1_250_000),
  Q19(MODULO, 750_000),
  Q20(MODULO, 1_250_000),
  Q21(1_250_000),
  Q22(3_000_000),
  Q23(MODULO, 300_000);

  private static final String HINT = "/*+ TRILINK(HINT) */ ";
  private static final String COMMENT = "-- ";

  private final Optional<NexmarkHint> hint;
  private final long events;

  /** Has no operator that a hint is for, or that it would make faster. */
  NexmarkQuery(long events) {
    this(null, events);
  }

  /**
   * @param hint that it is measured with; null for none
   * @param events that it is measured with; 0 if it is neither measured nor compared
   */
  NexmarkQuery(@Nullable NexmarkHint hint, long events) {
    this.hint = Optional.ofNullable(hint);
    this.events = events;
  }

  /** The queries that both engines can run, with one right result. */
  static Stream<NexmarkQuery> compared() {
    return Stream.of(values()).filter(query -> query.events > 0);
  }

  /** Tables, views and functions of all queries. */
  static List<String> definitions(NexmarkInput input) {
    List<String> definitions = new ArrayList<>();
    definitions.add(GeneratedTable.ddl("nexmark", NexmarkEvents.COLUMNS, input));
    definitions.add(SideInputTable.DDL);
    definitions.add(CountChar.DDL);
    Stream.of(resource("views").split(";"))
        .filter(statement -> !statement.isBlank())
        .forEach(definitions::add);
    return definitions;
  }

  /** As stock Flink runs it, over an input. */
  EmbeddedQuery over(NexmarkInput input) {
    return new EmbeddedQuery(Engine.FLINK, Map.of(), definitions(input), text().replace(HINT, ""));
  }

  /** With a hint, over an input. */
  EmbeddedQuery over(NexmarkInput input, NexmarkHint hint) {
    return new EmbeddedQuery(Engine.TRILINK, Map.of(), definitions(input), sql(hint));
  }

  /** With a hint. */
  String sql(NexmarkHint hint) {
    return text().replace(HINT, "/*+ TRILINK(" + hint.options() + ") */ ");
  }

  /** As in its name. */
  int number() {
    return Integer.parseInt(name().substring(1));
  }

  /** The hint that the query is measured with; empty for no hint. */
  Optional<NexmarkHint> hint() {
    return hint;
  }

  /** As many as stock Flink reads in some five seconds: shorter runs measure the JIT. */
  long events() {
    return events;
  }

  /** Describes in one sentence what the query asks for. */
  String description() {
    return text().lines().findFirst().orElseThrow().substring(COMMENT.length());
  }

  private String text() {
    return resource(name().toLowerCase(Locale.ROOT));
  }

  private static String resource(String name) {
    return Resources.text(NexmarkQuery.class, name + ".sql");
  }
}
