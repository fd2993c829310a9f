/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.move.balance.TriggerKind;

/** The values that each option accepts, prints and refuses. */
class HintOptionTest {

  private static final String FORM_STRATEGY =
      "'hash', 'modulo', 'least-key', 'least-count', 'weight', 'auto', or a class name with its"
          + " package";
  private static final String FORM_EMIT =
      "one or more of 'period', 'count', 'punctuated', separated by commas";
  private static final String FORM_FRACTION = "a number above 0 and up to 1, e.g. '0.6'";
  private static final String FORM_COUNT = "an integer, 1 or more";
  private static final String FORM_GROUP = "an integer, 1 or more, or 'auto'";
  private static final String FORM_DURATION = "a duration, e.g. '5 min'";
  private static final String FORM_POSITIVE = "a duration above 0, e.g. '5 min'";
  private static final String FORM_SIZE = "a memory size above 0, e.g. '64 mb'";
  private static final String FORM_CHANNEL =
      "an address 'redis://[[user]:password@]host:port/channel', with characters such as '@' or '/'"
          + " in the password as '%40' or '%2F'";
  private static final String FORM_CONDITION = "a condition in SQL on the record";

  static Stream<Arguments> rightTexts() {
    return Stream.of(
        Arguments.of(TrilinkOptions.WATERMARK, "key", WatermarkGrain.KEY, "key"),
        Arguments.of(TrilinkOptions.WATERMARK, " Subtask ", WatermarkGrain.SUBTASK, "subtask"),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "1", 1, "1"),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "8", 8, "8"),
        Arguments.of(TrilinkOptions.WATERMARK_DELAY, "0 s", Duration.ZERO, "0 ms"),
        Arguments.of(TrilinkOptions.WATERMARK_ORDER, "By-Key", RecordOrder.BY_KEY, "by-key"),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_SKEW, "0", Duration.ZERO, "0 ms"),
        Arguments.of(TrilinkOptions.WATERMARK_IDLE_TIMEOUT, "1 h", Duration.ofHours(1), "1 h"),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_LEAD, "1 h", Duration.ofHours(1), "1 h"),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_LEAD_ACTION, "Drop", MaxLeadAction.DROP, "drop"),
        Arguments.of(
            TrilinkOptions.PARTITION,
            "HASH",
            PlacementStrategy.of(PlacementStrategy.Kind.HASH),
            "hash"),
        Arguments.of(
            TrilinkOptions.PARTITION,
            "Least-Key",
            PlacementStrategy.of(PlacementStrategy.Kind.LEAST_KEY),
            "least-key"),
        Arguments.of(
            TrilinkOptions.PARTITION,
            "org.example.Mine",
            PlacementStrategy.custom("org.example.Mine"),
            "org.example.Mine"),
        Arguments.of(
            TrilinkOptions.PARTITION_WEIGHTS, "20, 50,30", List.of(20, 50, 30), "20,50,30"),
        Arguments.of(TrilinkOptions.PARTITION_WEIGHT_DRAW, "Random", WeightDraw.RANDOM, "random"),
        Arguments.of(TrilinkOptions.PARTITION_HISTORY, "counts.csv", "counts.csv", "counts.csv"),
        Arguments.of(
            TrilinkOptions.PARTITION,
            "Auto",
            PlacementStrategy.of(PlacementStrategy.Kind.AUTO),
            "auto"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR, "Off", TriggerKind.OFF, "off"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR, "Period", TriggerKind.PERIOD, "period"),
        Arguments.of(
            TrilinkOptions.PARTITION_MONITOR_INTERVAL, "20 s", Duration.ofSeconds(20), "20 s"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_RECORDS, "1000", 1000, "1000"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_THRESHOLD, "0.7", 0.7, "0.7"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE, "1", 1.0, "1.0"),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_MAX_KEYS, "8", 8, "8"),
        Arguments.of(
            TrilinkOptions.PARTITION_SYNC_MAX_BYTES, "1 GB", MemorySize.ofMebiBytes(1024), "1 gb"),
        Arguments.of(
            TrilinkOptions.PARTITION_SYNC_MAX_BYTES, "1000", new MemorySize(1000), "1000 bytes"),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_MIN_GAIN, "0.1", 0.1, "0.1"),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_SETTLING_TIME, "0 s", Duration.ZERO, "0 ms"),
        Arguments.of(
            TrilinkOptions.PARTITION_SYNC_GRACE_TIME, "60 s", Duration.ofMinutes(1), "1 min"),
        Arguments.of(
            TrilinkOptions.PARTITION_CONTROL,
            "redis://me:a%2Fb@h:6379/trilink:low-voltage",
            "redis://me:a%2Fb@h:6379/trilink:low-voltage",
            "redis://me:a%2Fb@h:6379/trilink:low-voltage"),
        Arguments.of(
            TrilinkOptions.PARTITION_CONTROL,
            "REDIS://[::1]:6379/ch",
            "REDIS://[::1]:6379/ch",
            "REDIS://[::1]:6379/ch"),
        Arguments.of(TrilinkOptions.EXCHANGE, "shuffle", ExchangeStrategy.SHUFFLE, "shuffle"),
        Arguments.of(
            TrilinkOptions.EXCHANGE, "Ahead-KeyBy", ExchangeStrategy.AHEAD_KEYBY, "ahead-keyby"),
        Arguments.of(
            TrilinkOptions.AHEAD_KEYBY_KEYS,
            "city, street",
            List.of("city", "street"),
            "city,street"),
        Arguments.of(
            TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY,
            "Kafka-Key",
            TopicPartitioning.KAFKA_KEY,
            "kafka-key"),
        Arguments.of(
            TrilinkOptions.EXCHANGE, "Local-Merge", ExchangeStrategy.LOCAL_MERGE, "local-merge"),
        Arguments.of(TrilinkOptions.LOCAL_MERGE_SLOT, "1 s", Duration.ofSeconds(1), "1 s"),
        Arguments.of(
            TrilinkOptions.LOCAL_MERGE_EMIT,
            "count, Period",
            Set.of(EmitTrigger.PERIOD, EmitTrigger.COUNT),
            "period,count"),
        Arguments.of(
            TrilinkOptions.LOCAL_MERGE_EMIT_DELAY, "100 ms", Duration.ofMillis(100), "100 ms"),
        Arguments.of(TrilinkOptions.LOCAL_MERGE_EMIT_RECORDS, "10", 10, "10"),
        Arguments.of(TrilinkOptions.LOCAL_MERGE_EMIT_WHEN, "v > 7", "v > 7", "v > 7"),
        Arguments.of(
            TrilinkOptions.EXCHANGE, "Global-Merge", ExchangeStrategy.GLOBAL_MERGE, "global-merge"),
        Arguments.of(
            TrilinkOptions.GLOBAL_MERGE_STORE, "redis://:a@b", "redis://:a@b", "redis://:a@b"),
        Arguments.of(
            TrilinkOptions.GLOBAL_MERGE_EMIT,
            "punctuated, period",
            Set.of(EmitTrigger.PERIOD, EmitTrigger.PUNCTUATED),
            "period,punctuated"),
        Arguments.of(TrilinkOptions.GLOBAL_MERGE_EMIT_DELAY, "1 s", Duration.ofSeconds(1), "1 s"),
        Arguments.of(TrilinkOptions.GLOBAL_MERGE_EMIT_RECORDS, "10", 10, "10"),
        Arguments.of(TrilinkOptions.GLOBAL_MERGE_EMIT_WHEN, "v > 3", "v > 3", "v > 3"),
        Arguments.of(TrilinkOptions.DECODE, "Stock", Decoding.STOCK, "stock"),
        Arguments.of(TrilinkOptions.DECODE, "projected", Decoding.PROJECTED, "projected"),
        Arguments.of(TrilinkOptions.ADVICE, "On", PlanningAdvice.ON, "on"),
        Arguments.of(TrilinkOptions.ADVICE, "off", PlanningAdvice.OFF, "off"),
        Arguments.of(TrilinkOptions.ADVICE_RECORDS, "1000", 1000, "1000"),
        Arguments.of(TrilinkOptions.ADVICE_TIMEOUT, "2 s", Duration.ofSeconds(2), "2 s"),
        Arguments.of(TrilinkOptions.STRICT, "TRUE", true, "true"),
        Arguments.of(TrilinkOptions.STRICT, "false", false, "false"));
  }

  @ParameterizedTest
  @MethodSource("rightTexts")
  <T> void rightTextIsReadAndPrinted(HintOption<T> option, String text, T value, String printed) {
    assertThat(option.parse(text)).isEqualTo(value);
    assertThat(option.format(value)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({
    "5 min, 300000, 5 min",
    "5min, 300000, 5 min",
    "' 5  MINUTES ', 300000, 5 min",
    "500ms, 500, 500 ms",
    "10 s, 10000, 10 s",
    "90 s, 90000, 90 s",
    "1500 ms, 1500, 1500 ms",
    "60000, 60000, 1 min",
    "120 min, 7200000, 2 h",
    "24 h, 86400000, 1 d",
    "36 h, 129600000, 36 h",
    "7 days, 604800000, 7 d",
    "3000000 ns, 3, 3 ms",
    "106751 d, 9223286400000, 106751 d",
  })
  void aDurationIsReadAndPrintedInItsLargestUnit(String text, long millis, String printed) {
    Duration value = TrilinkOptions.WATERMARK_MAX_SKEW.parse(text);

    assertThat(value).isEqualTo(Duration.ofMillis(millis));
    assertThat(TrilinkOptions.WATERMARK_MAX_SKEW.format(value)).isEqualTo(printed);
    assertThat(TrilinkOptions.WATERMARK_MAX_SKEW.parse(printed)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "min",
        "-5 min",
        "1.5 s",
        "5 parsecs",
        "PT5M",
        "500 ns",
        "1500 µs",
        "106752 d",
        "9223372036854775807 ms",
        "9223372036854775807 d",
        "99999999999999999999 s"
      })
  void whatIsNoDurationIsAnError(String text) {
    assertThatThrownBy(() -> TrilinkOptions.WATERMARK_DELAY.parse(text))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: option 'watermark.delay' cannot be '%s'. Allowed: a duration, e.g. '5"
                + " min'.",
            text);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1_500_000})
  void aDurationThatNoHintCanHoldIsNotPrinted(long nanos) {
    assertThatThrownBy(() -> TrilinkOptions.WATERMARK_DELAY.format(Duration.ofNanos(nanos)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Not a number of whole milliseconds: " + Duration.ofNanos(nanos));
  }

  static Stream<Arguments> wrongTexts() {
    return Stream.of(
        Arguments.of(TrilinkOptions.WATERMARK, "keyy", "'subtask', 'key', 'auto'"),
        Arguments.of(TrilinkOptions.WATERMARK, "", "'subtask', 'key', 'auto'"),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "0", FORM_GROUP),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "many", FORM_GROUP),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "2147483648", FORM_GROUP),
        Arguments.of(TrilinkOptions.WATERMARK_DELAY, "late", FORM_DURATION),
        Arguments.of(TrilinkOptions.WATERMARK_ORDER, "by-time", "'by-key', 'any'"),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_SKEW, "-1 s", FORM_DURATION),
        Arguments.of(TrilinkOptions.WATERMARK_IDLE_TIMEOUT, "0 s", FORM_POSITIVE),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_LEAD, "0 s", FORM_POSITIVE),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_LEAD, "-1 s", FORM_POSITIVE),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_LEAD_ACTION, "warn", "'keep', 'drop'"),
        Arguments.of(TrilinkOptions.PARTITION, "least", FORM_STRATEGY),
        Arguments.of(TrilinkOptions.PARTITION, "custom", FORM_STRATEGY),
        Arguments.of(TrilinkOptions.PARTITION, "org.example.", FORM_STRATEGY),
        Arguments.of(TrilinkOptions.PARTITION, "org.3com.Mine", FORM_STRATEGY),
        Arguments.of(
            TrilinkOptions.PARTITION_WEIGHTS,
            "20,50,40",
            "integers that sum to 100, separated by commas, e.g. '20,50,30'"),
        Arguments.of(
            TrilinkOptions.PARTITION_WEIGHTS,
            "120,-20",
            "integers that sum to 100, separated by commas, e.g. '20,50,30'"),
        Arguments.of(
            TrilinkOptions.PARTITION_WEIGHTS,
            "100,",
            "integers that sum to 100, separated by commas, e.g. '20,50,30'"),
        Arguments.of(TrilinkOptions.PARTITION_WEIGHT_DRAW, "dice", "'hash', 'random'"),
        Arguments.of(TrilinkOptions.PARTITION_HISTORY, "", "a table or a file of (key, count)"),
        Arguments.of(
            TrilinkOptions.PARTITION_MONITOR, "on", "'off', 'period', 'count', 'threshold'"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_INTERVAL, "5 x", FORM_POSITIVE),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_RECORDS, "1.5", FORM_COUNT),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_THRESHOLD, "0", FORM_FRACTION),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_THRESHOLD, "NaN", FORM_FRACTION),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_THRESHOLD, "1.1", FORM_FRACTION),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE, "1.01", FORM_FRACTION),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_MAX_KEYS, "0", FORM_COUNT),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_MAX_BYTES, "0 mb", FORM_SIZE),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_MAX_BYTES, "-1 mb", FORM_SIZE),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_MAX_BYTES, "64 lumps", FORM_SIZE),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_MAX_BYTES, "99999999 tb", FORM_SIZE),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_MIN_GAIN, "0", FORM_FRACTION),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_SETTLING_TIME, "-1 s", FORM_DURATION),
        Arguments.of(TrilinkOptions.PARTITION_SYNC_GRACE_TIME, "ever", FORM_DURATION),
        Arguments.of(TrilinkOptions.PARTITION_CONTROL, "redis://h:6379", FORM_CHANNEL),
        Arguments.of(TrilinkOptions.PARTITION_CONTROL, "redis://h:6379/", FORM_CHANNEL),
        Arguments.of(TrilinkOptions.PARTITION_CONTROL, "redis://h:6379/0/ch", FORM_CHANNEL),
        Arguments.of(TrilinkOptions.PARTITION_CONTROL, "redis://h/ch", FORM_CHANNEL),
        Arguments.of(TrilinkOptions.PARTITION_CONTROL, "redis://h:70000/ch", FORM_CHANNEL),
        Arguments.of(TrilinkOptions.PARTITION_CONTROL, "redis:///ch", FORM_CHANNEL),
        Arguments.of(TrilinkOptions.PARTITION_CONTROL, "redis://h:6379/ch?db=1", FORM_CHANNEL),
        Arguments.of(TrilinkOptions.PARTITION_CONTROL, "kafka://h:6379/ch", FORM_CHANNEL),
        Arguments.of(
            TrilinkOptions.EXCHANGE,
            "local_merge",
            "'shuffle', 'local-merge', 'global-merge', 'ahead-keyby', 'auto'"),
        Arguments.of(TrilinkOptions.LOCAL_MERGE_SLOT, "0", FORM_POSITIVE),
        Arguments.of(TrilinkOptions.LOCAL_MERGE_EMIT, "period,", FORM_EMIT),
        Arguments.of(TrilinkOptions.LOCAL_MERGE_EMIT_DELAY, "0 ms", FORM_POSITIVE),
        Arguments.of(TrilinkOptions.LOCAL_MERGE_EMIT_RECORDS, "0", FORM_COUNT),
        Arguments.of(TrilinkOptions.LOCAL_MERGE_EMIT_WHEN, " ", FORM_CONDITION),
        Arguments.of(
            TrilinkOptions.GLOBAL_MERGE_STORE,
            "mysql://db",
            "an address that starts with 'redis://', 'rediss://' or 'jdbc:'"),
        Arguments.of(
            TrilinkOptions.GLOBAL_MERGE_STORE,
            "redis://",
            "an address that starts with 'redis://', 'rediss://' or 'jdbc:'"),
        Arguments.of(TrilinkOptions.GLOBAL_MERGE_EMIT, "hourly", FORM_EMIT),
        Arguments.of(TrilinkOptions.GLOBAL_MERGE_EMIT_DELAY, "x", FORM_POSITIVE),
        Arguments.of(TrilinkOptions.GLOBAL_MERGE_EMIT_RECORDS, "-1", FORM_COUNT),
        Arguments.of(TrilinkOptions.GLOBAL_MERGE_EMIT_WHEN, "", FORM_CONDITION),
        Arguments.of(
            TrilinkOptions.AHEAD_KEYBY_KEYS,
            "a,,b",
            "column names, separated by commas, e.g. 'city, street'"),
        Arguments.of(
            TrilinkOptions.AHEAD_KEYBY_KEYS,
            "a, a",
            "column names, separated by commas, e.g. 'city, street'"),
        Arguments.of(TrilinkOptions.AHEAD_KEYBY_PARTITIONED_BY, "kafka", "'trilink', 'kafka-key'"),
        Arguments.of(TrilinkOptions.DECODE, "none", "'projected', 'stock'"),
        Arguments.of(TrilinkOptions.ADVICE, "auto", "'off', 'on'"),
        Arguments.of(TrilinkOptions.ADVICE_RECORDS, "0", FORM_COUNT),
        Arguments.of(TrilinkOptions.ADVICE_TIMEOUT, "0 s", FORM_POSITIVE),
        Arguments.of(TrilinkOptions.STRICT, "yes", "'false', 'true'"));
  }

  @ParameterizedTest
  @MethodSource("wrongTexts")
  void wrongTextIsAnErrorThatSaysWhatIsAllowed(HintOption<?> option, String text, String allowed) {
    String verb = option.type().form().isPresent() ? "cannot be" : "has no value";

    assertThatThrownBy(() -> option.parse(text))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: option '%s' %s '%s'. Allowed: %s.",
            option.name(), verb, text.trim(), allowed);
  }

  @Test
  void theErrorForAWrongNameReadsWell() {
    assertThatThrownBy(() -> TrilinkOptions.WATERMARK.parse(" keyy "))
        .hasMessage(
            "TRILINK hint: option 'watermark' has no value 'keyy'. Allowed: 'subtask', 'key', 'auto'.");
  }

  @Test
  void everyOptionHasAWrongTextTested() {
    assertThat(wrongTexts().map(arguments -> arguments.get()[0]).distinct().toList())
        .isEqualTo(TrilinkOptions.all());
  }

  @Test
  void everyOptionHasARightTextTested() {
    assertThat(rightTexts().map(arguments -> arguments.get()[0]).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(TrilinkOptions.all());
  }

  /** Often it is the password that makes an address invalid. */
  @ParameterizedTest
  @CsvSource({
    "redis://:pa/ss@h:6379/ch, redis://:***@h:6379/ch",
    "redis://me:pass@h:6379, redis://me:***@h:6379",
  })
  void aWrongAddressIsShownWithoutItsPassword(String address, String shown) {
    assertThatThrownBy(() -> TrilinkOptions.PARTITION_CONTROL.parse(address))
        .hasMessage(
            "TRILINK hint: option 'partition.control' cannot be '%s'. Allowed: %s.",
            shown, FORM_CHANNEL);
  }

  @Test
  void allowedValuesAreNamesOrWordsForThem() {
    assertThat(TrilinkOptions.WATERMARK.allowedValues()).containsExactly("subtask", "key", "auto");
    assertThat(TrilinkOptions.WATERMARK_DELAY.allowedValues()).containsExactly(FORM_DURATION);
    assertThat(TrilinkOptions.PARTITION.allowedValues())
        .isEqualTo(
            Arrays.asList(
                "hash",
                "modulo",
                "least-key",
                "least-count",
                "weight",
                "auto",
                "a class name with its package"));
  }
}
