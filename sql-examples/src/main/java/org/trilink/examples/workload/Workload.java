package org.trilink.examples.workload;

import java.util.Iterator;

/** One of the project's workloads: its generator, its SQL script and its oracle. */
public interface Workload {

  /**
   * The name used on the command line, for the folder {@code sql-examples/<name>} and for the
   * script {@code <name>.sql} in it.
   */
  String name();

  /** The Kafka topic that the script reads. */
  String inputTopic();

  /** The Kafka topic that the script writes every window to. */
  String windowTopic();

  /** The Kafka topic that the script writes alerts to: the workload's result rows. */
  String alertTopic();

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

  /** An oracle that has seen no input yet. */
  Oracle newOracle();
}
