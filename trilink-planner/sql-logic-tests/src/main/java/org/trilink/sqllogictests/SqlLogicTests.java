/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import net.hydromatic.sqllogictest.ISqlTestOperation;
import net.hydromatic.sqllogictest.Main;
import net.hydromatic.sqllogictest.SltSqlStatement;
import net.hydromatic.sqllogictest.SltTestFile;
import net.hydromatic.sqllogictest.SqlTestQuery;

/**
 * Draws queries from SQLite's SQL logic tests, runs them as streaming queries with stock Flink and
 * with Trilink, and compares the last rows. Ends with 1 if rows differ, or if too few queries could
 * be compared.
 */
public final class SqlLogicTests {

  /** The number of drawn queries of which at least one has an operator that Trilink changes. */
  private static final int DRAWN_PER_COMPARED = 40;

  private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);

  private final QuerySample sample;
  private final int queries;
  private final long end;
  private final Tally tally = new Tally();
  private final Cluster cluster = new Cluster();
  private long nextReport = System.nanoTime() + BETWEEN_REPORTS.toNanos();

  private SqlLogicTests(QuerySample sample, int queries, Duration time) throws Exception {
    this.sample = sample;
    this.queries = queries;
    end = System.nanoTime() + time.toNanos();
  }

  /**
   * Runs them.
   *
   * @param args a folder for reports; the seed; how many queries are compared at least; for how
   *     many minutes at least; a regular expression to find in the names of the files to draw from
   */
  public static void main(String[] args) throws Exception {
    Path reports = Path.of(args[0]);
    long seed = Long.parseLong(args[1]);
    int queries = Integer.parseInt(args[2]);
    SqlLogicTests tests =
        new SqlLogicTests(
            new QuerySample(Main.getTestList(), Pattern.compile(args[4]), seed),
            queries,
            Duration.ofMinutes(Long.parseLong(args[3])));
    tests.run();
    boolean passed = tests.report(reports, "seed " + seed + ": ");
    // a job that was given up may leave threads behind
    System.exit(passed ? 0 : 1);
  }

  private void run() throws Exception {
    while ((tally.comparedQueries() < queries && !isHopeless()) || System.nanoTime() < end) {
      runFile(sample.nextFile());
      if (System.nanoTime() > nextReport) {
        System.out.printf(
            "%,d of %,d queries drawn are compared, %d differences%n",
            tally.comparedQueries(), tally.drawnQueries(), tally.differences().size());
        nextReport = System.nanoTime() + BETWEEN_REPORTS.toNanos();
      }
    }
    cluster.close();
  }

  private boolean isHopeless() {
    return tally.drawnQueries() > queries * DRAWN_PER_COMPARED;
  }

  private void runFile(String name) throws Exception {
    SltTestFile file = new SltTestFile(name);
    file.parse(Database.quiet());
    List<Integer> chosen = sample.nextQueries(file.getTestCount());
    tally.file();
    try (Database database = new Database()) {
      runQueries(file, chosen, database);
    } catch (SQLException e) {
      tally.fileSkipped(Reasons.of(e));
    }
  }

  private void runQueries(SltTestFile file, List<Integer> chosen, Database database)
      throws Exception {
    AnswerComparison comparison = null;
    int number = 0;
    int last = chosen.isEmpty() ? -1 : chosen.get(chosen.size() - 1);
    for (ISqlTestOperation operation : file.fileContents) {
      if (number > last) {
        return;
      }
      if (operation instanceof SltSqlStatement statement) {
        database.execute(statement);
        comparison = null;
      } else if (chosen.contains(number++)) {
        if (cluster.renewAfterManyJobs() || comparison == null) {
          comparison = new AnswerComparison(cluster, database.tables(), database.views(), tally);
        }
        tally.drawn();
        comparison.compare((SqlTestQuery) operation);
      }
    }
  }

  private boolean report(Path folder, String title) throws IOException {
    Files.createDirectories(folder);
    String text = title + tally.text();
    Files.writeString(folder.resolve("summary.txt"), text);
    Files.write(folder.resolve("differences.txt"), tally.differences());
    Files.write(folder.resolve("stated-otherwise.txt"), tally.statedOtherwise());
    PrintStream out = System.out;
    tally.differences().forEach(difference -> out.println("DIFFERENT: " + difference));
    out.print(text);
    if (tally.comparedQueries() < queries) {
      out.printf("Too few queries were compared: %d are asked for.%n", queries);
    }
    return tally.passes(queries);
  }
}
