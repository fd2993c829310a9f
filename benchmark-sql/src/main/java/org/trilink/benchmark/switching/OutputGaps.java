package org.trilink.benchmark.switching;

import java.util.Iterator;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.run.JobWatch;
import org.trilink.benchmark.run.MeasurementBuilder;
import org.trilink.benchmark.run.ResultReader;
import org.trilink.examples.demo.JobRun;
import org.trilink.examples.workload.TopicRows;

/**
 * For how long no row came while the job was timed, by the broker's clock: rows are looked at as
 * they are read to be compared.
 */
final class OutputGaps implements JobWatch, ResultReader {

  private long startMs;
  private long endMs;
  private final TreeSet<Long> appendMs = new TreeSet<>();

  @Override
  public void begin(Supplier<JobRun> job) {
    startMs = System.currentTimeMillis();
  }

  @Override
  public void end(MeasurementBuilder values) {
    endMs = System.currentTimeMillis();
  }

  @Override
  public Iterable<byte[]> rows(String broker, String topic) {
    return () -> {
      Iterator<ConsumerRecord<byte[], byte[]>> records = new TopicRows(broker, topic).records();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return records.hasNext();
        }

        @Override
        public byte[] next() {
          ConsumerRecord<byte[], byte[]> row = records.next();
          if (row.timestamp() >= startMs && row.timestamp() <= endMs) {
            appendMs.add(row.timestamp());
          }
          return row.value();
        }
      };
    };
  }

  @Override
  public void checked(MeasurementBuilder values) {
    values.put(Metric.OUTPUT_GAP_MAX, longestMs());
  }

  private long longestMs() {
    long longest = 0;
    long before = startMs;
    for (long ms : appendMs) {
      longest = Math.max(longest, ms - before);
      before = ms;
    }
    return longest;
  }
}
