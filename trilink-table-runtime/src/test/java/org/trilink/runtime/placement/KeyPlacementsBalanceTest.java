package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How even coordinated placement is, for the four distributions of the paper's figure 15. */
class KeyPlacementsBalanceTest {

  private static final int MAX_PARALLELISM = 720;
  private static final int KEYS = 60_000;
  private static final int RECORDS = 3_000_000;

  /** Keys: numbers in a row, or with a district in front that has ever more room than keys. */
  private enum Ids {
    CONTIGUOUS,
    PREFIXED;

    BinaryRowData key(int number) {
      return Keys.of(this == CONTIGUOUS ? number : number / 700 * 1_000_000L + number % 700);
    }
  }

  /** Records: as many for every key, or ever fewer. */
  private enum Records {
    UNIFORM,
    ZIPF;

    /** By key: how likely it is that one of it or of a key before it comes. */
    double[] cumulative() {
      double[] weights = new double[KEYS];
      for (int i = 0; i < KEYS; i++) {
        weights[i] = this == UNIFORM ? 1 : 1 / Math.pow(i + 1, 1.1);
      }
      Arrays.parallelPrefix(weights, Double::sum);
      return weights;
    }
  }

  static Stream<Arguments> distributions() {
    return Stream.of(Ids.values())
        .flatMap(
            ids ->
                Stream.of(Records.values())
                    .flatMap(
                        records ->
                            Stream.of(8, 16, 60)
                                .map(parallelism -> Arguments.of(ids, records, parallelism))));
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void leastCountWithHistoryIsEvenAsFarAsTheHeaviestKeyAllows(
      Ids ids, Records records, int parallelism) {
    KeyHistory history = new KeyHistory();
    int[] past = counts(records, 1);
    for (int i = 0; i < KEYS; i++) {
      history.add(ids.key(i), past[i]);
    }
    int[] now = counts(records, 2);
    double balance = balance(CoordinatedPlacement.leastCount(history), ids, now, parallelism);
    assertThat(balance).isGreaterThanOrEqualTo(0.97 * bound(now, parallelism));
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void leastKeyIsEvenIfRecordsAre(Ids ids, Records records, int parallelism) {
    double balance = balance(CoordinatedPlacement.leastKey(), ids, counts(records, 2), parallelism);
    if (records == Records.UNIFORM) {
      assertThat(balance).isGreaterThanOrEqualTo(0.97);
    } else {
      assertThat(balance).isLessThan(0.9); // it does not look at records
    }
  }

  private static int[] counts(Records records, long seed) {
    double[] cumulative = records.cumulative();
    int[] counts = new int[KEYS];
    Random random = new Random(seed);
    for (int i = 0; i < RECORDS; i++) {
      double point = random.nextDouble() * cumulative[KEYS - 1];
      int key = Arrays.binarySearch(cumulative, point);
      counts[key < 0 ? -key - 1 : key]++;
    }
    return counts;
  }

  /** Keys come first in an order of their own; then all records are counted. */
  private static double balance(
      CoordinatedPlacement placement, Ids ids, int[] counts, int parallelism) {
    KeyPlacements placements =
        new KeyPlacements(
            new PlacementSettings(placement, Keys.BIGINT, MAX_PARALLELISM, parallelism));
    for (int i = 0; i < KEYS; i++) {
      int key = (int) (i * 7919L % KEYS);
      if (counts[key] > 0) {
        placements.count(placements.place(ids.key(key)), counts[key]);
      }
    }
    return placements.targetLoads().balanceDegree();
  }

  /** The best balance that there can be: the heaviest key is not divided. */
  private static double bound(int[] counts, int parallelism) {
    double heaviest = Arrays.stream(counts).max().orElseThrow();
    double others = (RECORDS - heaviest) / (parallelism - 1);
    return Math.min(1, others / heaviest);
  }
}
