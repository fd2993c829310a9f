/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import javax.annotation.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/** A command for one key and, once the server has answered, its answer. */
public final class RedisCommand {

  private static final byte[] ONE_KEY = {'1'};

  private final Protocol.Command name;
  private final byte[][] arguments;
  private final byte[] key;
  private boolean answered;
  @Nullable private Object answer;

  /** The first of the arguments is the key. */
  public RedisCommand(Protocol.Command name, byte[]... arguments) {
    this(name, arguments[0], arguments);
  }

  private RedisCommand(Protocol.Command name, byte[] key, byte[][] arguments) {
    this.name = name;
    this.key = key;
    this.arguments = arguments;
  }

  /** The call of a Lua script, with the key and one further argument. */
  public static RedisCommand script(byte[] script, byte[] key, byte[] argument) {
    return new RedisCommand(
        Protocol.Command.EVAL, key, new byte[][] {script, ONE_KEY, key, argument});
  }

  public Protocol.Command name() {
    return name;
  }

  /** As they are sent. */
  public byte[][] arguments() {
    return arguments;
  }

  public byte[] key() {
    return key;
  }

  /** The key as text, for messages. */
  public String keyText() {
    return new String(key(), UTF_8);
  }

  /** Whether the server has carried it out. */
  public boolean isDone() {
    return answered && !(answer instanceof JedisDataException);
  }

  /**
   * Returns the error with which the server has answered; null if it has given no answer, or one
   * that is no error.
   */
  @Nullable
  public JedisDataException error() {
    return answer instanceof JedisDataException ? (JedisDataException) answer : null;
  }

  /** As Jedis decodes it: a Long, bytes, a List, ...; null is Redis's nil. */
  @Nullable
  public Object answer() {
    return answer;
  }

  void answered(@Nullable Object newAnswer) {
    answered = true;
    answer = newAnswer;
  }

  /** Forgets an answer: the command will be sent again. */
  public void reset() {
    answered = false;
    answer = null;
  }
}
