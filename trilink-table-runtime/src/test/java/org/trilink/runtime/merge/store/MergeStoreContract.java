/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.testing.LoggedLines;

/** Tests for all kinds of stores. Accumulators are sums. */
abstract class MergeStoreContract {

  private static final BucketRange ALL = BucketRange.of(0, 1);

  private final String runId = id();
  private final List<MergeStore> opened = new ArrayList<>();

  abstract StoreServer server();

  @AfterEach
  void closeStores() {
    opened.forEach(MergeStore::close);
  }

  static String id() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  MergeStore open(String job, boolean keepsChanges) {
    return open(server().address(), job, keepsChanges);
  }

  MergeStore open(String address, String job, boolean keepsChanges) {
    return open(address, runId, job, keepsChanges);
  }

  private MergeStore open(String address, String run, String job, boolean keepsChanges) {
    MergeStore store =
        MergeStores.connect(
            StoreAddress.of(address),
            new MergeRun(run, job, keepsChanges),
            MergeStoreContract.class.getClassLoader());
    opened.add(store);
    return store;
  }

  MergeStore joined(String job) {
    MergeStore store = open(job, false);
    store.join(Membership.fresh(0, 1, id()));
    return store;
  }

  static byte[] sum(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }

  static byte[] add(byte[] one, byte[] other) {
    return sum(ByteBuffer.wrap(one).getLong() + ByteBuffer.wrap(other).getLong());
  }

  static Increment increment(int bucket, long window, String key, long value) {
    return new Increment(bucket, window, key.getBytes(UTF_8), sum(value));
  }

  static Chunk chunk(String writer, long epoch, int index, Increment... increments) {
    return new Chunk(writer, epoch, index, epoch, List.of(increments));
  }

  static Map<String, Long> read(MergeStore store, long window) {
    Map<String, Long> values = new TreeMap<>();
    store.read(
        ALL,
        window,
        (bucket, key, accumulator, version) ->
            values.put(bucket + new String(key, UTF_8), ByteBuffer.wrap(accumulator).getLong()));
    return values;
  }

  // ------------------------------------------------------------------------- increments

  @Test
  void increments() {
    MergeStore store = joined("a");
    String writer = id();

    assertThat(
            store.apply(
                chunk(writer, 1, 0, increment(3, 60, "x", 5), increment(4, 60, "y", 7)),
                MergeStoreContract::add))
        .isTrue();
    assertThat(
            store.apply(
                chunk(writer, 1, 1, increment(3, 60, "x", 1), increment(3, 120, "x", 2)),
                MergeStoreContract::add))
        .isTrue();

    assertThat(read(store, 60)).containsExactly(Map.entry("3x", 6L), Map.entry("4y", 7L));
    assertThat(read(store, 120)).containsExactly(Map.entry("3x", 2L));
    assertThat(store.windows(ALL, Long.MIN_VALUE, Long.MAX_VALUE)).containsExactly(60L, 120L);
    assertThat(store.windows(ALL, 60, Long.MAX_VALUE)).containsExactly(120L);
    assertThat(store.windows(ALL, Long.MIN_VALUE, 60)).containsExactly(60L);
    assertThat(store.windows(new BucketRange(4, 4), Long.MIN_VALUE, Long.MAX_VALUE))
        .containsExactly(60L);
  }

  @Test
  void aChunkCountsOnce() {
    MergeStore store = joined("a");
    String writer = id();
    Chunk second = chunk(writer, 2, 0, increment(3, 60, "x", 10));
    store.apply(second, MergeStoreContract::add);

    assertThat(store.apply(second, MergeStoreContract::add)).isFalse();
    assertThat(store.apply(chunk(writer, 1, 9, increment(3, 60, "x", 1)), MergeStoreContract::add))
        .as("of an earlier batch")
        .isFalse();
    assertThat(store.apply(chunk(id(), 1, 0, increment(3, 60, "x", 1)), MergeStoreContract::add))
        .as("of another writer")
        .isTrue();
    assertThat(read(store, 60)).containsExactly(Map.entry("3x", 11L));
  }

  @Test
  void keysOfAnyBytesAndLength() {
    MergeStore store = joined("a");
    byte[] zeros = new byte[300];
    byte[] almost = new byte[300];
    almost[299] = 1;
    byte[] negative = {-1, 0, -128, 13, 10};
    for (int times = 0; times < 2; times++) {
      store.apply(
          new Chunk(
              "w",
              times,
              0,
              times,
              List.of(
                  new Increment(0, 60, zeros, sum(1)),
                  new Increment(0, 60, almost, sum(2)),
                  new Increment(0, 60, negative, sum(3)),
                  new Increment(0, 60, new byte[0], sum(4)))),
          MergeStoreContract::add);
    }

    List<ByteBuffer> keys = new ArrayList<>();
    List<Long> sums = new ArrayList<>();
    store.read(
        ALL,
        60,
        (bucket, key, accumulator, version) -> {
          keys.add(ByteBuffer.wrap(key));
          sums.add(ByteBuffer.wrap(accumulator).getLong());
        });
    assertThat(keys)
        .containsExactlyInAnyOrder(
            ByteBuffer.wrap(zeros),
            ByteBuffer.wrap(almost),
            ByteBuffer.wrap(negative),
            ByteBuffer.wrap(new byte[0]));
    assertThat(sums).containsExactlyInAnyOrder(2L, 4L, 6L, 8L);
  }

  @Test
  void manyAtATime() {
    MergeStore store = joined("a");
    List<Increment> increments = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      increments.add(increment(i % MergeStore.BUCKETS, 60L * (i % 3), "key " + i, i));
    }
    store.apply(new Chunk("w", 1, 0, 1, increments), MergeStoreContract::add);
    store.apply(new Chunk("w", 2, 0, 2, increments), MergeStoreContract::add);

    long sum = 0;
    int size = 0;
    for (long window : store.windows(ALL, -1, Long.MAX_VALUE)) {
      Map<String, Long> values = read(store, window);
      size += values.size();
      sum += values.values().stream().mapToLong(Long::longValue).sum();
    }
    assertThat(size).isEqualTo(3000);
    assertThat(sum).isEqualTo(3000L * 2999);
  }

  /** All writers use the same buckets, so that they conflict. */
  @Test
  void writersAtTheSameTime() throws Exception {
    joined("a");
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int w = 0; w < 4; w++) {
      MergeStore store = open("a", false);
      String writer = id();
      writers.add(
          CompletableFuture.runAsync(
              () -> {
                for (int epoch = 1; epoch <= 25; epoch++) {
                  store.apply(
                      chunk(
                          writer,
                          epoch,
                          0,
                          increment(7, 60, "x", 1),
                          increment(epoch % 3, 60, "y", 1),
                          increment(9, 60, "z" + writer, 1)),
                      MergeStoreContract::add);
                }
              }));
    }
    for (CompletableFuture<Void> writer : writers) {
      writer.get();
    }

    Map<String, Long> values = read(open("a", false), 60);
    assertThat(values).containsEntry("7x", 100L);
    assertThat(values.get("0y") + values.get("1y") + values.get("2y")).isEqualTo(100);
    assertThat(values.entrySet().stream().filter(one -> one.getKey().startsWith("9z")))
        .hasSize(4)
        .allMatch(one -> one.getValue() == 25);
  }

  @Test
  void windowsAreDropped() {
    MergeStore store = joined("a");
    store.apply(
        chunk(
            "w",
            1,
            0,
            increment(1, 60, "x", 1),
            increment(1, 120, "x", 1),
            increment(1, 180, "x", 1),
            increment(100, 60, "y", 1)),
        MergeStoreContract::add);

    store.dropWindows(BucketRange.of(0, 2), 120);

    assertThat(read(store, 60)).containsExactly(Map.entry("100y", 1L));
    assertThat(read(store, 120)).isEmpty();
    assertThat(store.windows(ALL, Long.MIN_VALUE, Long.MAX_VALUE)).containsExactly(60L, 180L);
  }

  // ---------------------------------------------------------------------------- changes

  @Test
  void changesSinceAVersion() {
    MergeStore store = open("a", true);
    store.join(Membership.fresh(0, 1, id()));
    long[] versions = new long[MergeStore.BUCKETS];
    store.apply(
        chunk("w", 1, 0, increment(3, 0, "x", 1), increment(5, 0, "y", 1)),
        MergeStoreContract::add);

    assertThat(changes(store, versions)).containsExactly("3x=1", "5y=1");
    assertThat(changes(store, versions)).isEmpty();
    store.apply(chunk("w", 2, 0, increment(3, 0, "z", 4)), MergeStoreContract::add);
    store.apply(chunk("w", 3, 0, increment(3, 0, "x", 2)), MergeStoreContract::add);
    assertThat(changes(store, versions)).containsExactly("3z=4", "3x=3");
    assertThat(changes(store, new long[MergeStore.BUCKETS]))
        .as("from the start")
        .containsExactly("3z=4", "3x=3", "5y=1");
  }

  /** The keys of the version are more than are read at a time. */
  @Test
  void aRepeatedReadOfChangesLeavesOutNoKeyOfAVersion() throws Exception {
    List<Increment> increments = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      increments.add(increment(3, Increment.NO_WINDOW, "key " + i, i));
    }
    increments.add(increment(5, Increment.NO_WINDOW, "of another bucket", 1));
    List<String> changes = new ArrayList<>();
    long[] versions = new long[MergeStore.BUCKETS];
    MergeStore.Accumulators taking = takingTo(changes, versions);
    try (CuttableProxy proxy = new CuttableProxy(server().port())) {
      MergeStore store =
          open(server().address().replace(":" + server().port(), ":" + proxy.port()), "a", true);
      store.join(Membership.fresh(0, 1, id()));
      store.apply(new Chunk("w", 1, 0, 1, increments), MergeStoreContract::add);

      MergeStore.Accumulators cutting =
          (bucket, key, accumulator, version) -> {
            if (changes.isEmpty()) {
              proxy.cutAt(1, false, () -> {}); // the next request after the first key
            }
            taking.accept(bucket, key, accumulator, version);
          };
      assertThatThrownBy(() -> store.changes(ALL, versions, cutting))
          .isInstanceOfSatisfying(
              StoreException.class, failure -> assertThat(failure.isPassing()).isTrue());
      proxy.mend();
      store.changes(ALL, versions, taking);
    }

    assertThat(changes)
        .as("each key, once")
        .containsExactlyInAnyOrderElementsOf(
            increments.stream()
                .map(one -> change(one.bucket(), one.key(), one.accumulator()))
                .toList());
  }

  @Test
  void requestsThatFailAgainAndAgainAreToldOnceAMinute() throws Exception {
    try (CuttableProxy proxy = new CuttableProxy(server().port());
        LoggedLines log = LoggedLines.of(RetryingMergeStore.class, Level.INFO)) {
      String address = server().address().replace(":" + server().port(), ":" + proxy.port());
      RetryingMergeStore store =
          new RetryingMergeStore(open(address, "a", true), StoreAddress.of(address));
      store.join(Membership.fresh(0, 1, id()));
      for (int loss = 0; loss < 3; loss++) {
        proxy.cutAt(1, false, proxy::mend);
        store.progress();
      }
      store.close();

      assertThat(store.retries()).isGreaterThanOrEqualTo(3);
      assertThat(log.texts()).hasSize(3);
      assertThat(log.texts().get(0))
          .startsWith("WARN Requests to the store fail, and records wait");
      assertThat(log.texts().get(1)).startsWith("INFO Global merge: requests to").contains("again");
      assertThat(log.texts().get(2))
          .startsWith("WARN Requests to the store fail")
          .endsWith(" (the last of 2 more such warnings)");
    }
  }

  private static List<String> changes(MergeStore store, long[] versions) {
    List<String> changes = new ArrayList<>();
    store.changes(ALL, versions, takingTo(changes, versions));
    return changes;
  }

  /** Adds changes to a list, and advances the versions, as the buckets' owner does. */
  private static MergeStore.Accumulators takingTo(List<String> changes, long[] versions) {
    return (bucket, key, accumulator, version) -> {
      changes.add(change(bucket, key, accumulator));
      assertThat(version).isGreaterThanOrEqualTo(versions[bucket]);
      versions[bucket] = version;
    };
  }

  private static String change(int bucket, byte[] key, byte[] accumulator) {
    return bucket + new String(key, UTF_8) + "=" + ByteBuffer.wrap(accumulator).getLong();
  }

  // --------------------------------------------------------------------- progress and end

  @Test
  void progress() {
    String writer0 = id();
    String writer1 = id();
    MergeStore one = open("a", false);
    one.join(Membership.fresh(0, 2, writer0));
    one.publish(0, writer0, 1, 100, false);
    assertThat(one.progress().bound()).as("one is missing").isEqualTo(Long.MIN_VALUE);
    assertThat(one.progress().isCurrent(1, writer1)).isFalse();

    MergeStore other = open("a", false);
    other.join(Membership.fresh(1, 2, writer1));
    assertThat(other.progress().bound()).as("one has said nothing").isEqualTo(Long.MIN_VALUE);
    assertThat(one.progress().isCurrent(1, writer1)).isTrue();
    assertThat(one.progress().isCurrent(1, writer0)).isFalse();
    other.publish(1, writer1, 2, 50, false);
    assertThat(one.progress().bound()).isEqualTo(50);
    other.publish(1, writer1, 3, 50, true);
    assertThat(one.progress().bound()).as("one is idle").isEqualTo(100);
    one.publish(0, writer0, 4, 100, true);
    assertThat(one.progress().bound()).as("all are idle").isEqualTo(100);
    assertThat(other.publish(1, writer1, 5, 50, false)).as("it never goes back").isEqualTo(100);
    assertThat(one.publish(0, writer0, 6, Long.MAX_VALUE, false)).isEqualTo(100);
    assertThat(one.progress().isComplete()).isFalse();
    other.publish(1, id(), 7, Long.MAX_VALUE, false);
    assertThat(one.progress().isComplete()).as("not the current writer").isFalse();
    other.publish(1, writer1, 8, Long.MAX_VALUE, false);
    assertThat(one.progress().isComplete()).isTrue();
    other.publish(1, writer1, 1, 50, false);
    assertThat(one.progress().isComplete()).as("arrives late").isTrue();
  }

  /** Nobody waits for a subtask that is idle, whichever is idle first. */
  @Test
  void boundWhenAllAreIdle() {
    for (int first = 0; first < 2; first++) {
      MergeStore store = open(server().address(), id(), "a", false);
      String[] writers = {id(), id()};
      long[] bounds = {100, 50};
      for (int i = 0; i < 2; i++) {
        store.join(Membership.fresh(i, 2, writers[i]));
        store.publish(i, writers[i], 1, bounds[i], false);
      }
      store.publish(first, writers[first], 2, bounds[first], true);
      store.publish(1 - first, writers[1 - first], 2, bounds[1 - first], true);
      assertThat(store.progress().bound()).isEqualTo(100);
    }
  }

  @Test
  void sealed() {
    String writer0 = id();
    String writer1 = id();
    MergeStore store = open("a", false);
    store.join(Membership.fresh(0, 2, writer0));
    store.join(Membership.fresh(1, 2, writer1));
    store.end(0, writer0);
    assertThat(store.progress().allEnded()).isFalse();
    store.end(1, id());
    assertThat(store.progress().allEnded()).as("not the current writer").isFalse();
    store.end(1, writer1);
    assertThat(store.progress().allEnded()).isTrue();

    store.stage("area0", 0, sum(1));
    store.stage("area0", 0, sum(2));
    store.stage("area0", 1, sum(3));
    store.seal(0, writer0, new StagedArea("area0", 2));
    store.seal(1, id(), new StagedArea("other", 9));
    assertThat(store.progress().isSealed()).isFalse();
    store.seal(1, writer1, new StagedArea("area1", 0));

    assertThat(store.progress().sealed()).hasToString("[area0:2, area1:0]");
    assertThat(store.staged("area0", 0)).isEqualTo(sum(2));
    assertThat(store.staged("area0", 1)).isEqualTo(sum(3));
    store.unstage("area0", 1);
    assertThat(store.staged("area0", 1)).isNull();
    assertThat(store.apply(chunk(id(), 1, 0, increment(1, 60, "x", 1)), MergeStoreContract::add))
        .as("nothing can be added")
        .isFalse();
    store.join(Membership.fresh(1, 2, id()));
    assertThat(store.progress().isSealed()).as("after a restart").isTrue();
  }

  @Test
  void aRestartedSubtaskHasNotEnded() {
    String writer = id();
    MergeStore store = open("a", false);
    store.join(Membership.fresh(0, 1, writer));
    store.publish(0, writer, 9, 70, false);
    store.end(0, writer);
    store.join(Membership.fresh(0, 1, id()));

    assertThat(store.progress().allEnded()).isFalse();
    assertThat(store.progress().bound()).as("what it has promised").isEqualTo(70);
    store.publish(0, writer, 20, 75, false);
    assertThat(store.progress().bound()).as("by a former attempt").isEqualTo(70);
    store.seal(0, writer, new StagedArea("area", 0));
    assertThat(store.progress().isSealed()).as("by a former attempt").isFalse();
  }

  // ---------------------------------------------------------------------- who may go on

  /** Its request may arrive after the next attempt has joined, which has another input. */
  @Test
  void progressOfAFormerAttemptIsIgnored() {
    String formerWriter = id();
    MergeStore former = open("a", false);
    former.join(Membership.fresh(0, 2, formerWriter));
    String writer = id();
    MergeStore store = open("b", false);
    store.join(Membership.fresh(0, 1, writer).restoredFrom("a", 7));
    store.publish(0, writer, 11, 20, false);

    former.publish(0, formerWriter, 12, 70, true);
    assertThat(store.progress().bound()).isEqualTo(20);
  }

  @Test
  void aRestoredJobTakesOver() {
    String writer = id();
    MergeStore before = open("a", false);
    before.join(Membership.fresh(0, 1, writer));
    before.apply(chunk("w", 7, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);
    before.publish(0, writer, 13, 70, false);

    MergeStore after = open("b", false);
    after.join(Membership.fresh(0, 3, id()).restoredFrom("a", 7));
    assertThat(after.progress().bound()).isEqualTo(Long.MIN_VALUE);
    assertThat(after.apply(chunk("w", 7, 0, increment(1, 60, "x", 1)), MergeStoreContract::add))
        .as("the same batch again")
        .isFalse();
    after.apply(chunk("v", 8, 0, increment(1, 60, "x", 5)), MergeStoreContract::add);

    assertThat(read(after, 60)).containsExactly(Map.entry("1x", 6L));
    assertThatThrownBy(
            () -> before.apply(chunk("w", 8, 0, increment(1, 60, "x", 1)), MergeStoreContract::add))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("another job, which was started from a savepoint of this one")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aSavepointThatTheStoreIsAheadOf() {
    MergeStore before = joined("a");
    before.apply(chunk("w", 7, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);
    before.apply(chunk("w", 9, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);

    assertThatThrownBy(
            () -> open("b", false).join(Membership.fresh(0, 1, id()).restoredFrom("a", 7)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(
            "contains the records up to checkpoint 9, but the job starts from checkpoint 7")
        .hasMessageContaining("Start from checkpoint 9 or a later savepoint, or without one.");
    assertThat(before.apply(chunk("w", 10, 0, increment(1, 60, "x", 1)), MergeStoreContract::add))
        .as("the first job goes on")
        .isTrue();
  }

  @Test
  void aSecondStartFromTheSameSavepoint() {
    joined("a").apply(chunk("w", 7, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);
    open("b", false).join(Membership.fresh(0, 1, id()).restoredFrom("a", 7));
    MergeStore c = open("c", false);
    c.join(Membership.fresh(0, 1, id()).restoredFrom("a", 7)); // b has added nothing
    c.apply(chunk("v", 8, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);

    assertThatThrownBy(
            () -> open("d", false).join(Membership.fresh(0, 1, id()).restoredFrom("a", 7)))
        .hasMessageContaining("up to checkpoint 8");
    assertThatThrownBy(
            () -> open("e", false).join(Membership.fresh(0, 1, id()).restoredFrom("b", 9)))
        .hasMessageContaining("belongs to job c");
  }

  /** Its request may be late: an attempt of it was given up when it was stopped. */
  @Test
  void theJobThatHasTakenTheSavepointDoesNotComeBack() {
    joined("a").apply(chunk("w", 7, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);
    open("b", false).join(Membership.fresh(0, 1, id()).restoredFrom("a", 7));

    assertThatThrownBy(
            () -> open("a", false).join(Membership.fresh(0, 1, id()).restoredFrom("a", 7)))
        .hasMessageContaining("belongs to job b");
  }

  @Test
  void aRunThatIsNotThere() {
    assertThatThrownBy(
            () -> open("b", false).join(Membership.fresh(0, 1, id()).restoredFrom("a", 7)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has no run " + runId)
        .hasMessageContaining("start without the savepoint");
  }

  @Test
  void aRestartWithoutACheckpointThatTheStoreIsAheadOf() {
    MergeStore store = joined("a");
    store.apply(chunk("w", 7, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);

    assertThatThrownBy(() -> store.join(Membership.fresh(0, 1, id())))
        .hasMessageContaining("the job starts without a checkpoint");
  }

  // ----------------------------------------------------------------------------- failures

  @Test
  void nobodyListens() throws Exception {
    int port = RedisTestServer.freePort();
    String address = server().address().replace(":" + server().port(), ":" + port);
    MergeStore store = open(address, "a", false);

    assertThatThrownBy(() -> store.join(Membership.fresh(0, 1, id())))
        .isInstanceOfSatisfying(
            StoreException.class, failure -> assertThat(failure.isPassing()).isTrue())
        .hasMessageStartingWith("Global merge: ")
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageNotContaining("secret");
  }

  @Test
  void aWrongPassword() {
    MergeStore store = open(server().address().replace("secret", "wrong"), "a", false);

    assertThatThrownBy(() -> store.join(Membership.fresh(0, 1, id())))
        .isInstanceOfSatisfying(
            StoreException.class, failure -> assertThat(failure.isPassing()).isFalse())
        .hasMessageContaining("127.0.0.1:" + server().port())
        .hasMessageNotContaining("wrong");
  }

  @Test
  void aServerThatComesBack() throws Exception {
    MergeStore store = joined("a");
    store.apply(chunk("w", 1, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);
    server().kill();
    assertThatThrownBy(
            () -> store.apply(chunk("w", 2, 0, increment(1, 60, "x", 1)), MergeStoreContract::add))
        .isInstanceOfSatisfying(
            StoreException.class, failure -> assertThat(failure.isPassing()).isTrue());
    server().start();

    store.apply(chunk("w", 2, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);
    assertThat(read(store, 60)).containsExactly(Map.entry("1x", 2L));
  }
}
