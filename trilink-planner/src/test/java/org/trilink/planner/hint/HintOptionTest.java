package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each option takes, prints and refuses. */
class HintOptionTest {

  private static final String SUPPORTED_OPTIONS =
      "watermark, watermark.keys-per-group, watermark.delay, watermark.max-skew,"
          + " watermark.idle-timeout, watermark.max-lead, watermark.max-lead.action,"
          + " partition, partition.weights, partition.weight-draw,"
          + " partition.history, partition.monitor, exchange, local-merge.slot, local-merge.emit,"
          + " local-merge.emit.delay, local-merge.emit.records, local-merge.emit.when,"
          + " global-merge.store, global-merge.emit, global-merge.emit.delay,"
          + " global-merge.emit.records, global-merge.emit.when,"
          + " ahead-keyby.keys, ahead-keyby.partitioned-by, decode, strict";

  private static final String FORM_STRATEGY =
      "'hash', 'modulo', 'least-key', 'least-count', 'weight', 'auto', or a class name with its"
          + " package";
  private static final String FORM_EMIT =
      "one or more of 'period', 'count', 'punctuated', separated by commas";
  private static final String FORM_FRACTION = "a number above 0 and up to 1, e.g. '0.6'";
  private static final String FORM_COUNT = "an integer, 1 or more";
  private static final String FORM_DURATION = "a duration, e.g. '5 min'";
  private static final String FORM_POSITIVE = "a duration above 0, e.g. '5 min'";
  private static final String FORM_CONDITION = "a condition in SQL on the record";

  static Stream<Arguments> supportedTexts() {
    return Stream.of(
        Arguments.of(TrilinkOptions.WATERMARK, "key", WatermarkGrain.KEY, "key"),
        Arguments.of(TrilinkOptions.WATERMARK, " Subtask ", WatermarkGrain.SUBTASK, "subtask"),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "1", 1, "1"),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "8", 8, "8"),
        Arguments.of(TrilinkOptions.WATERMARK_DELAY, "0 s", Duration.ZERO, "0 ms"),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_SKEW, "0", Duration.ZERO, "0 ms"),
        Arguments.of(TrilinkOptions.WATERMARK_IDLE_TIMEOUT, "1 h", Duration.ofHours(1), "1 h"),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_LEAD, "1 h", Duration.ofHours(1), "1 h"),
        Arguments.of(TrilinkOptions.WATERMARK_MAX_LEAD_ACTION, "Drop", MaxLeadAction.DROP, "drop"),
        Arguments.of(
            TrilinkOptions.PARTITION,
            "HASH",
            PartitionStrategy.of(PartitionStrategy.Kind.HASH),
            "hash"),
        Arguments.of(
            TrilinkOptions.PARTITION,
            "Least-Key",
            PartitionStrategy.of(PartitionStrategy.Kind.LEAST_KEY),
            "least-key"),
        Arguments.of(
            TrilinkOptions.PARTITION,
            "org.example.Mine",
            PartitionStrategy.custom("org.example.Mine"),
            "org.example.Mine"),
        Arguments.of(
            TrilinkOptions.PARTITION_WEIGHTS, "20, 50,30", List.of(20, 50, 30), "20,50,30"),
        Arguments.of(TrilinkOptions.PARTITION_WEIGHT_DRAW, "Random", WeightDraw.RANDOM, "random"),
        Arguments.of(TrilinkOptions.PARTITION_HISTORY, "counts.csv", "counts.csv", "counts.csv"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR, "Off", MonitorTrigger.OFF, "off"),
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
        Arguments.of(TrilinkOptions.STRICT, "TRUE", true, "true"),
        Arguments.of(TrilinkOptions.STRICT, "false", false, "false"));
  }

  @ParameterizedTest
  @MethodSource("supportedTexts")
  <T> void supportedTextIsReadAndPrinted(
      HintOption<T> option, String text, T value, String printed) {
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
        Arguments.of(TrilinkOptions.WATERMARK, "keyy", "'subtask', 'key'"),
        Arguments.of(TrilinkOptions.WATERMARK, "", "'subtask', 'key'"),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "0", FORM_COUNT),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "many", FORM_COUNT),
        Arguments.of(TrilinkOptions.WATERMARK_KEYS_PER_GROUP, "2147483648", FORM_COUNT),
        Arguments.of(TrilinkOptions.WATERMARK_DELAY, "late", FORM_DURATION),
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
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE, "1.01", FORM_FRACTION),
        Arguments.of(
            TrilinkOptions.EXCHANGE,
            "local_merge",
            "'shuffle', 'local-merge', 'global-merge', 'ahead-keyby'"),
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
            "TRILINK hint: option 'watermark' has no value 'keyy'. Allowed: 'subtask', 'key'.");
  }

  @Test
  void everyOptionHasAWrongTextTested() {
    assertThat(wrongTexts().map(arguments -> arguments.get()[0]).distinct().toList())
        .isEqualTo(TrilinkOptions.all());
  }

  static Stream<Arguments> valuesNotSupportedYet() {
    return Stream.of(Arguments.of(TrilinkOptions.PARTITION_MONITOR, "period", "period", "'off'"));
  }

  @ParameterizedTest
  @MethodSource("valuesNotSupportedYet")
  void aValueWhoseFeatureComesLaterIsRefused(
      HintOption<?> option, String text, String printed, String supported) {
    assertThatThrownBy(() -> option.parse(text))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: value '%s' of option '%s' is not supported yet. Supported today: %s.",
            printed, option.name(), supported);
  }

  @Test
  void allStrategiesButTheAutomaticOneAreSupported() {
    assertThatThrownBy(() -> TrilinkOptions.PARTITION.parse("Auto"))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: value 'auto' of option 'partition' is not supported yet. Supported today:"
                + " 'hash', 'modulo', 'least-key', 'least-count', 'weight', or a class name with"
                + " its package.");
  }

  static Stream<Arguments> optionsNotSupportedYet() {
    return Stream.of(
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_INTERVAL, "20 s"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_RECORDS, "1000"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_THRESHOLD, "0.6"),
        Arguments.of(TrilinkOptions.PARTITION_MONITOR_SAMPLE_RATE, "1"));
  }

  @ParameterizedTest
  @MethodSource("optionsNotSupportedYet")
  void anOptionWhoseFeatureComesLaterIsRefused(HintOption<?> option, String text) {
    assertThatThrownBy(() -> option.parse(text))
        .isExactlyInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: option '%s' is not supported yet; leave it out. Supported today: %s.",
            option.name(), SUPPORTED_OPTIONS);
  }

  @Test
  void everyOptionIsEitherSupportedOrTestedToBeRefused() {
    List<Object> supported = supportedTexts().map(arguments -> arguments.get()[0]).toList();
    List<Object> refused = optionsNotSupportedYet().map(arguments -> arguments.get()[0]).toList();

    assertThat(supported).doesNotContainAnyElementsOf(refused);
    assertThat(Stream.of(supported, refused).flatMap(List::stream).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(TrilinkOptions.all());
  }

  @Test
  void allowedValuesAreNamesOrWordsForThem() {
    assertThat(TrilinkOptions.WATERMARK.allowedValues()).containsExactly("subtask", "key");
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
