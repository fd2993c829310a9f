package org.trilink.examples.workload;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;

/** One of the project's workloads: its input, its generator and its queries. */
public interface Workload {

  /** The name used on the command line and for the folder {@code sql-examples/<name>}. */
  String name();

  /** The Kafka topic that the scripts read. */
  String inputTopic();

  /** The queries over the input, at least one; the first one is run unless another is asked for. */
  List<Query> queries();

  /** What is run unless another query is asked for. */
  default Query mainQuery() {
    return queries().get(0);
  }

  /**
   * The query of that name.
   *
   * @throws IllegalArgumentException listing the names, if there is none
   */
  default Query query(String name) {
    return queries().stream()
        .filter(query -> query.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no query '%s'; its queries are: %s"
                        .formatted(
                            name(),
                            name,
                            queries().stream()
                                .map(Query::name)
                                .collect(Collectors.joining(", ")))));
  }

  /**
   * The Kafka record key of an input line, so that all records of a key stay in order in one
   * partition.
   *
   * @param line one JSON line, UTF-8, without line end; need not be valid JSON
   * @return the key's bytes; the empty array for a line without a readable key
   */
  byte[] keyOf(byte[] line);

  /**
   * Generates input, the same for the same options. Rows are made as they are asked for; memory
   * grows with the keys, not with the rows.
   *
   * @return JSON lines, UTF-8, without line end
   */
  Iterator<byte[]> generate(GeneratorOptions options);
}
