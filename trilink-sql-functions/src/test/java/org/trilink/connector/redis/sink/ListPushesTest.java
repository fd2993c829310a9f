/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.trilink.connector.redis.RedisCommand;
import redis.clients.jedis.Protocol;

/** Tests which commands push the elements of a batch. */
class ListPushesTest {

  private static RedisCommand push(String list, String element) {
    return new RedisCommand(Protocol.Command.LPUSH, list.getBytes(UTF_8), element.getBytes(UTF_8));
  }

  private static String text(RedisCommand command) {
    return Arrays.stream(command.arguments())
        .map(argument -> new String(argument, UTF_8))
        .collect(Collectors.joining(" ", command.name() + " ", ""));
  }

  @Test
  void aListHasOneCommandWithItsElementsInTheirOrder() {
    List<RedisCommand> joined =
        ListPushes.joined(List.of(push("b", "1"), push("a", "2"), push("b", "3"), push("b", "1")));

    assertThat(joined)
        .extracting(ListPushesTest::text)
        .containsExactly("LPUSH b 1 3 1", "LPUSH a 2");
  }

  @Test
  void aCommandIsNotLongerThanRedisAccepts() {
    List<RedisCommand> pushes = Collections.nCopies(ListPushes.MOST_ELEMENTS + 2, push("a", "1"));

    assertThat(ListPushes.joined(pushes))
        .extracting(command -> command.arguments().length)
        .containsExactly(1 + ListPushes.MOST_ELEMENTS, 1 + 2);
  }

  @Test
  void nothingIsPushedWithoutElements() {
    assertThat(ListPushes.joined(List.of())).isEmpty();
  }
}
