/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisFailuresTest {

  /** A server of Redis 6.2 has given the answers of scripts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LOADING Redis is loading the dataset in memory                       | true
          NOREPLICAS Not enough good replicas to write.                        | true
          OOM command not allowed when used memory > 'maxmemory'.              | true
          READONLY You can't write against a read only replica.                | false
          WRONGTYPE Operation against a key holding the wrong kind of value    | false
          ERR unknown command                                                  | false
          ERR Error running script (call to f_56): @user_script:1: @user_script: 1: -LOADING Redis is loading the dataset in memory | true
          ERR Error running script (call to f_56): @user_script:1: @user_script: 1: -OOM command not allowed | true
          ERR Error running script (call to f_56): @user_script:1: @user_script: 1: -WRONGTYPE Operation against a key | false
          """)
  void knowsWhatAServerAnswersThatIsNotReady(String answer, boolean notReady) {
    assertThat(RedisFailures.isNotReady(answer, "OOM", "MISCONF")).isEqualTo(notReady);
  }

  @Test
  void anErrorWithoutTextIsNoAnswer() {
    assertThat(RedisFailures.isNotReady(null)).isFalse();
  }

  /** As Jedis does, with one attempt for each address of a host. */
  @Test
  void findsWhatIsSuppressedInACause() {
    RuntimeException attempts = new RuntimeException("Failed to connect");
    attempts.addSuppressed(new ConnectException("Connection refused"));
    attempts.addSuppressed(new ConnectException("Connection refused"));
    Exception failure = new Exception(new RuntimeException("No server", attempts));

    assertThat(RedisFailures.messages(failure.getCause()))
        .isEqualTo("No server: Failed to connect: Connection refused");
    assertThat(RedisFailures.find(failure, ConnectException.class))
        .isSameAs(attempts.getSuppressed()[0]);
    assertThat(RedisFailures.find(failure, IllegalStateException.class)).isNull();
  }
}
