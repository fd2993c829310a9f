/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.trilink.connector.redis.RedisCommand;

/**
 * Pushes all elements of a list with one command. With a command for each element, a retry could
 * change their order: if the server becomes ready between two commands, it carries out the second
 * one first. Sending the second one again would push its element twice.
 */
final class ListPushes {

  /** Redis before version 7 refuses a command of more than 1,048,576 arguments. */
  static final int MOST_ELEMENTS = 1_000_000;

  private ListPushes() {}

  /**
   * One command for each list, or for each {@link #MOST_ELEMENTS} of its elements. Lists, and the
   * elements of a list, are in the order in which they first came.
   *
   * @param pushes of one element each, all RPUSH or all LPUSH
   */
  static List<RedisCommand> joined(List<RedisCommand> pushes) {
    Map<ByteBuffer, List<RedisCommand>> lists = new LinkedHashMap<>();
    for (RedisCommand push : pushes) {
      lists.computeIfAbsent(ByteBuffer.wrap(push.key()), any -> new ArrayList<>()).add(push);
    }
    List<RedisCommand> joined = new ArrayList<>(lists.size());
    for (List<RedisCommand> list : lists.values()) {
      for (int from = 0; from < list.size(); from += MOST_ELEMENTS) {
        joined.add(join(list.subList(from, Math.min(list.size(), from + MOST_ELEMENTS))));
      }
    }
    return joined;
  }

  private static RedisCommand join(List<RedisCommand> pushes) {
    RedisCommand first = pushes.get(0);
    byte[][] arguments = new byte[1 + pushes.size()][];
    arguments[0] = first.key();
    for (int i = 0; i < pushes.size(); i++) {
      arguments[1 + i] = pushes.get(i).arguments()[1];
    }
    return new RedisCommand(first.name(), arguments);
  }
}
