/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.nexmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.EmbeddedQuery;

/** The queries; each is the resource of its name. */
enum NexmarkQuery {
  Q0,
  Q1,
  Q2,
  Q3,
  Q4,
  Q5,
  /** Flink 1.14 has OVER for rows by their event time only, not for results that change. */
  Q6,
  Q7,
  Q8,
  Q9,
  Q10,
  Q11,
  /** Counts what is read in some time of the clock, so that no two runs have the same rows. */
  Q12,
  Q13,
  Q14,
  Q15,
  Q16,
  Q17,
  Q18,
  Q19,
  Q20,
  Q21,
  Q22,
  Q23;

  private static final String HINT = "/*+ TRILINK(HINT) */ ";

  /** Those that both engines can run, with one right result. */
  static Stream<NexmarkQuery> compared() {
    return Stream.of(values()).filter(query -> query != Q6 && query != Q12);
  }

  /** Tables, views and functions of all queries. */
  static List<String> definitions(NexmarkInput input) {
    List<String> definitions = new ArrayList<>();
    definitions.add(NexmarkTable.ddl(input));
    definitions.add(SideInputTable.DDL);
    definitions.add(CountChar.DDL);
    Stream.of(resource("views").split(";"))
        .filter(statement -> !statement.isBlank())
        .forEach(definitions::add);
    return definitions;
  }

  /** As stock Flink runs it, over an input. */
  EmbeddedQuery over(NexmarkInput input) {
    return new EmbeddedQuery(Map.of(), definitions(input), text().replace(HINT, ""));
  }

  /** With a hint, over an input. */
  EmbeddedQuery over(NexmarkInput input, NexmarkHint hint) {
    return new EmbeddedQuery(Map.of(), definitions(input), sql(hint));
  }

  /** With a hint. */
  String sql(NexmarkHint hint) {
    return text().replace(HINT, "/*+ TRILINK(" + hint.options() + ") */ ");
  }

  private String text() {
    return resource(name().toLowerCase(Locale.ROOT));
  }

  private static String resource(String name) {
    try (var in = NexmarkQuery.class.getResourceAsStream(name + ".sql")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
