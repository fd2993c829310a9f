package org.trilink.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.local.Await;

/** The loads of a running job, on a real cluster. */
class BalanceIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** One operator's keys are placed, the other's are where Flink puts them. */
  private static final String JOB =
      """
      SET 'parallelism.default' = '4';
      CREATE TEMPORARY TABLE t (v INT) WITH ('connector' = 'datagen', 'rows-per-second' = '4000',
        'fields.v.min' = '0', 'fields.v.max' = '39');
      CREATE TEMPORARY TABLE placed (v INT, c BIGINT) WITH ('connector' = 'blackhole');
      CREATE TEMPORARY TABLE stock (v INT, c BIGINT) WITH ('connector' = 'blackhole');
      BEGIN STATEMENT SET;
      INSERT INTO placed SELECT /*+ TRILINK('partition'='modulo') */ v, COUNT(*) FROM t GROUP BY v;
      INSERT INTO stock SELECT v, SUM(v) FROM t GROUP BY v;
      END;
      """;

  @TempDir private Path folder;
  private Cli cli;
  private String url;

  @BeforeEach
  void startACluster() throws Exception {
    cli = new Cli(Cli.script(), folder);
    Cli.Result started =
        cli.run("cluster", "start", "--kafka-port=0", "--work-dir=" + workFolder());
    assertThat(started.code()).as(started.err()).isZero();
    url = find("web UI: (http://127.0.0.1:\\d+)", started.out());
  }

  private Path workFolder() {
    return folder.resolve("cluster");
  }

  @AfterEach
  void stopIt() throws Exception {
    cli.run("cluster", "stop", "--work-dir=" + workFolder());
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  @Test
  void showsRecordsAndKeysOfEachKeyedOperator() throws Exception {
    Path script = Files.writeString(folder.resolve("job.sql"), JOB);
    Cli.Result submitted =
        cli.run(
            "sql-client",
            "-D",
            "rest.address=127.0.0.1",
            "-D",
            "rest.port=" + url.substring(url.lastIndexOf(':') + 1),
            "-f",
            script.toString());
    String job = find("Job ID: ([0-9a-f]{32})", submitted.out());

    // ten keys on each subtask, of the forty that are drawn
    Pattern placed =
        Pattern.compile(
            "GroupAggregate +modulo +4( +[\\d,]+){2} +[\\d,.]+ +0\\.\\d+ +[\\d.]+ % +10 +10");
    Pattern stock =
        Pattern.compile(
            "GroupAggregate +hash +4( +[\\d,]+){2} +[\\d,.]+ +[\\d.]+ +[\\d.]+ % +- +-");
    Await.until(
        "all keys to come",
        LIMIT,
        () -> {
          String loads = balance("--job", job, "--url", url).out();
          return placed.matcher(loads).find() && stock.matcher(loads).find();
        });

    assertThat(balance("--job", "0123456789abcdef0123456789abcdef", "--url", url).err())
        .contains("has no job 0123456789abcdef0123456789abcdef");
  }

  private Cli.Result balance(String... options) {
    String[] command = new String[options.length + 1];
    command[0] = "balance";
    System.arraycopy(options, 0, command, 1, options.length);
    try {
      return cli.run(command);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
