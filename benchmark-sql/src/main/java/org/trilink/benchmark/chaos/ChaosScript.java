/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.trilink.examples.workload.ResultTopic;
import org.trilink.launcher.demo.DemoExchange;
import org.trilink.launcher.demo.DemoPlacement;
import org.trilink.launcher.local.ClusterServers;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.planner.hint.TrilinkOptions;

/** A workload's script, with its hints as asked for, and with sinks that write exactly once. */
final class ChaosScript {

  /** As in a demo: without it a script's own local merge would even out most of the load. */
  private static final String PLAIN_EXCHANGE = "shuffle";

  private static final List<String> ELSEWHERE =
      List.of("exchange", "partition", "partition.weights");

  /** Longer than a fault may take, and no longer than brokers allow. */
  private static final String TRANSACTION_MILLIS = "600000";

  private final ChaosOptions options;
  private final SqlScript file;

  ChaosScript(ChaosOptions options, TrilinkHome home) {
    this.options = options;
    SqlScript script =
        SqlScript.read(home.script(options.workload().name(), options.query().name()));
    this.file = options.recordKeys() ? script : script.withoutRecordKeys();
  }

  /** Why the script cannot be run so, as far as it shows it. */
  Optional<String> unfit() {
    return exchange().flatMap(exchange -> exchange.unfit(file));
  }

  /** The consumer group by which the script reads its input. */
  String consumerGroup() {
    return file.consumerGroup(options.workload().inputTopic()).orElseThrow();
  }

  /**
   * The script.
   *
   * @param store the address of the store; asked for only if there is a global merge
   * @param savepoint to go on from; empty to begin
   */
  SqlScript on(ClusterServers servers, String store, int parallelism, Optional<String> savepoint) {
    SqlScript script = servers.inPlaceOfAll(hinted(store));
    for (ResultTopic topic : options.query().topics()) {
      script = script.withTopicOptions(topic.name(), exactlyOnce(topic));
    }
    SqlScript parallel = script.withSetting("parallelism.default", String.valueOf(parallelism));
    return savepoint
        .map(path -> parallel.withSetting("execution.savepoint.path", path))
        .orElse(parallel);
  }

  private static Map<String, String> exactlyOnce(ResultTopic topic) {
    Map<String, String> sink = new LinkedHashMap<>();
    sink.put("sink.delivery-guarantee", "exactly-once");
    sink.put("sink.transactional-id-prefix", topic.name());
    sink.put("properties.transaction.timeout.ms", TRANSACTION_MILLIS);
    return sink;
  }

  private SqlScript hinted(String store) {
    if (options.engine() == Engine.FLINK) {
      return file.withoutTrilinkHints();
    }
    SqlScript script = file;
    if (options.partition().isPresent()) {
      script =
          DemoPlacement.of(
                  options.partition().get(),
                  options.hints().get("partition.weights"),
                  options.parallelism())
              .in(script);
    }
    if (exchange().isPresent()) {
      script = exchange().get().in(script, () -> store);
    }
    for (Map.Entry<String, String> hint : options.hints().entrySet()) {
      if (!ELSEWHERE.contains(hint.getKey())) {
        script =
            script
                .withoutHintOptions(Pattern.compile(Pattern.quote(hint.getKey())))
                .withSetting(TrilinkOptions.find(hint.getKey()).sessionKey(), hint.getValue());
      }
    }
    return script;
  }

  private Optional<DemoExchange> exchange() {
    return options
        .exchange()
        .or(() -> options.partition().map(placed -> PLAIN_EXCHANGE))
        .map(DemoExchange::of);
  }
}
