package org.trilink.examples.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.trilink.examples.local.TestBroker;

/** First steps. */
class AheadKeyByReadTest {

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  @Test
  void groupBy() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    Random random = new Random(1);
    List<KafkaTopic.Line> lines = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      String key = "key" + random.nextInt(20);
      lines.add(
          new KafkaTopic.Line(
              key,
              "{\"k\":\"%s\",\"v\":%d,\"id\":%d,\"ts\":\"2020-09-13 12:%02d:%02d\"}"
                  .formatted(key, random.nextInt(10), i, i / 60, i % 60)));
    }
    topic.write(lines);
    String ddl =
        """
        CREATE TABLE t (k STRING, v INT, id BIGINT, ts TIMESTAMP(3),
          WATERMARK FOR ts AS ts - INTERVAL '3' SECOND) WITH (
          'connector' = 'kafka', 'topic' = '%s', 'properties.bootstrap.servers' = '%s',
          'properties.group.id' = 'tests', 'scan.startup.mode' = 'earliest-offset',
          'key.format' = 'raw', 'key.fields' = 'k', 'value.format' = 'json')
        """
            .formatted(topic.name(), TestBroker.address());
    String sql =
        "SELECT /*+ TRILINK('exchange'='ahead-keyby','ahead-keyby.partitioned-by'='kafka-key') */"
            + " k, COUNT(*) AS c, SUM(v) AS s FROM t WHERE seen(id) GROUP BY k";
    KafkaSqlJob job = new KafkaSqlJob().define(ddl);
    System.out.println(job.explain(sql));
    List<String> rows = job.run(sql, 500);
    System.out.println(rows);
    Seen.clear();
    assertThat(rows).isEqualTo(new KafkaSqlJob().define(ddl).withoutTrilink().run(sql, 500));
  }
}
