/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.exceptions.JedisDataException;

class RedisErrorsTest {

  /** A server of Redis 6.2 has given the answers of scripts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LOADING Redis is loading the dataset in memory                       | true
          READONLY You can't write against a read only replica.                | true
          WRONGTYPE Operation against a key holding the wrong kind of value    | false
          ERR Error running script (call to f_56): @user_script:1: @user_script: 1: -READONLY You can't write against a read only replica. | true
          ERR Error running script (call to f_56): @user_script:1: @user_script: 1: -WRONGTYPE Operation against a key | false
          ERR unknown command                                                  | false
          """)
  void aRetryMayHelpIfTheServerIsNotReady(String answer, boolean passing) {
    assertThat(RedisErrors.isPassing(new JedisDataException(answer))).isEqualTo(passing);
  }
}
