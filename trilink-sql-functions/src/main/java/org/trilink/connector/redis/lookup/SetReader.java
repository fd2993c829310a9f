/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisCommand;
import redis.clients.jedis.Protocol.Command;

/** A row is one member of a set: all of the set, or whether one is in it. */
final class SetReader extends RowReader {

  private static final long serialVersionUID = 1;

  private final boolean byMember;
  @Nullable private final LookupColumn member;

  /**
   * @param byMember whether addresses name the member
   * @param member null if the query does not use it or the join gives it
   */
  SetReader(int columns, boolean byMember, @Nullable LookupColumn member) {
    super(columns);
    this.byMember = byMember;
    this.member = member;
  }

  @Override
  List<GenericRowData> read(RedisClient redis, LookupAddress address) {
    byte[] key = address.key();
    if (address.element() == null) {
      return rows(key, answer(redis, request(key)));
    }
    Object found = answer(redis, new RedisCommand(Command.SISMEMBER, key, address.element()));
    return (Long) found > 0 ? Collections.singletonList(newRow()) : Collections.emptyList();
  }

  @Override
  RedisCommand request(byte[] key) {
    return new RedisCommand(Command.SMEMBERS, key);
  }

  @Override
  void index(byte[] key, Object answer, Map<LookupAddress, List<GenericRowData>> rows) {
    if (!byMember) {
      rows.put(LookupAddress.of(key), rows(key, answer));
      return;
    }
    List<GenericRowData> member = Collections.singletonList(newRow());
    members(answer).forEach(one -> rows.put(LookupAddress.of(key, one), member));
  }

  private List<GenericRowData> rows(byte[] key, Object answer) {
    List<GenericRowData> rows = new ArrayList<>();
    for (byte[] one : members(answer)) {
      GenericRowData row = newRow();
      if (member != null) {
        member.set(row, key, "one of its members", one);
      }
      rows.add(row);
    }
    return rows;
  }

  @SuppressWarnings("unchecked")
  private static List<byte[]> members(Object answer) {
    return (List<byte[]>) answer;
  }
}
