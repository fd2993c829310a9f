package org.trilink.examples.workload;

import java.util.List;

/** One of a workload's queries: its SQL script, the topics that it writes and its oracle. */
public interface Query {

  /**
   * The name used on the command line and for the script {@code <name>.sql} in the workload's
   * folder.
   */
  String name();

  /** The Kafka topics that the script writes. The last one has the rows that a user looks for. */
  List<ResultTopic> results();

  /** How many generated records make the demo some 20 s of work. */
  long demoRows();

  /** An oracle that has seen no input yet. */
  Oracle newOracle();

  /** The last one of {@link #results()}. */
  default ResultTopic mainResult() {
    return results().get(results().size() - 1);
  }
}
