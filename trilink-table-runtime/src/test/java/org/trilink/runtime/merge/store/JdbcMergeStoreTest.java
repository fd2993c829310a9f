/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A MySQL-compatible server as a store. */
@Tag("slow")
class JdbcMergeStoreTest extends MergeStoreContract {

  private static final ClassLoader DRIVERS = JdbcMergeStoreTest.class.getClassLoader();

  private static MariaTestServer maria;

  @BeforeAll
  static void start() throws Exception {
    maria = MariaTestServer.started();
  }

  @AfterAll
  static void stop() throws Exception {
    maria.close();
  }

  @Override
  StoreServer server() {
    return maria;
  }

  @Test
  void noDriver() {
    MergeStore store =
        MergeStores.connect(
            StoreAddress.of(maria.address()),
            new MergeRun(id(), "a", false),
            ClassLoader.getPlatformClassLoader());

    assertThatThrownBy(store::progress)
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("Global merge: no JDBC driver for jdbc:mysql://127.0.0.1:")
        .hasMessageContaining("Put the driver's jar")
        .hasMessageNotContaining("secret");
  }

  @Test
  void noDatabase() {
    MergeStore store =
        MergeStores.connect(
            StoreAddress.of(maria.address().replace("/merge?", "/nowhere?")),
            new MergeRun(id(), "a", false),
            DRIVERS);

    assertThatThrownBy(() -> store.join(Membership.fresh(0, 1, id())))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("nowhere");
  }

  private static JdbcConnections connections(int silenceSeconds) {
    return new JdbcConnections(StoreAddress.of(maria.address()), DRIVERS, silenceSeconds);
  }

  /** Its host loses power between two statements, so that nobody closes its connection. */
  @Test
  void othersWaitOnlyForAWhileForTheLocksOfAClientThatIsSilent() throws Exception {
    String impatient = maria.address() + "&sessionVariables=innodb_lock_wait_timeout=1";
    MergeStore store = open(impatient, "a", false);
    String writer = id();
    store.join(Membership.fresh(0, 1, writer));
    JdbcConnections silent = connections(3);
    new JdbcStatements(silent.get())
        .forEach("SELECT run FROM trilink_merge_progress FOR UPDATE", row -> {});

    CompletableFuture<Long> published =
        CompletableFuture.supplyAsync(() -> store.publish(0, writer, 1, 70, false));

    assertThat(published)
        .as("retried after each lock wait of 1 s")
        .succeedsWithin(Duration.ofSeconds(30))
        .isEqualTo(70L);
    silent.close();
  }

  @Test
  @Timeout(60)
  void aConnectionThatTheServerHasClosedInTheMeantimeIsReopened() throws Exception {
    JdbcTransactions transactions = new JdbcTransactions(connections(1));
    long closed = transactions.call(JdbcMergeStoreTest::connectionId);
    maria.awaitClosed(closed);

    assertThat(transactions.call(JdbcMergeStoreTest::connectionId)).isNotEqualTo(closed);
    transactions.close();
  }

  private static long connectionId(JdbcStatements sql) throws SQLException {
    return sql.first("SELECT CONNECTION_ID()", row -> row.getLong(1));
  }

  @Test
  void aServerWaitsAMinuteForTheNextStatementUnlessItsOwnLimitIsShorter() {
    assertThat(waitTimeout(maria.address())).isEqualTo(60);
    assertThat(waitTimeout(maria.address() + "&sessionVariables=wait_timeout=20")).isEqualTo(20);
  }

  private static int waitTimeout(String address) {
    JdbcTransactions transactions =
        new JdbcTransactions(new JdbcConnections(StoreAddress.of(address), DRIVERS));
    try {
      return transactions.call(sql -> sql.first("SELECT @@wait_timeout", row -> row.getInt(1)));
    } finally {
      transactions.close();
    }
  }

  /** MySQL since 8.0.24 sends it, which MariaDB does not; not all drivers count it as a loss. */
  @Test
  void anErrorThatSaysThatTheServerHasClosedTheConnectionIsPassing() {
    SQLException error = new SQLException("The client was disconnected.", "HY000", 4031);

    assertThat(connections(60).failure(error).isPassing()).isTrue();
  }

  /** The first one has to lock the writer's row, which is not there yet. */
  @Test
  void aWritersFirstChunkCountsOnceIfTwoAttemptsApplyIt() throws Exception {
    MergeStore store = joined("a");
    MergeStore another = open("a", false);
    store.apply(chunk(id(), 1, 0, increment(1, 60, "x", 1)), MergeStoreContract::add);
    Chunk first = chunk(id(), 1, 0, increment(1, 60, "x", 5));
    Overlap overlap = new Overlap(() -> another.apply(first, MergeStoreContract::add));

    boolean applied = store.apply(first, overlap);

    assertThat(List.of(applied, overlap.second.get())).containsExactlyInAnyOrder(true, false);
    assertThat(read(store, 60)).containsExactly(Map.entry("1x", 6L));
  }

  /**
   * Starts a second attempt within the first one's transaction, which goes on when the second one
   * waits for a lock or is done.
   */
  private static final class Overlap implements Combiner {

    private final Supplier<Boolean> attempt;

    /** The second attempt; null until it is started. */
    @Nullable private CompletableFuture<Boolean> second;

    Overlap(Supplier<Boolean> attempt) {
      this.attempt = attempt;
    }

    @Override
    public byte[] combine(byte[] stored, byte[] increment) {
      if (second == null) { // the transaction may be repeated
        try {
          long before = maria.lockWaits();
          second = CompletableFuture.supplyAsync(attempt);
          while (!second.isDone() && maria.lockWaits() == before) {
            Thread.onSpinWait();
          }
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
      return add(stored, increment);
    }
  }
}
