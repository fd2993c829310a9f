/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.apache.flink.util.StringUtils;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.util.SafeEncoder;

/** A Lua script, which Redis runs atomically. The file is a resource in this package. */
enum RedisScript {
  JOIN("join.lua"),
  APPLY("apply.lua"),
  PUBLISH("publish.lua"),
  END("end.lua"),
  SEAL("seal.lua"),
  DROP_WINDOWS("drop-windows.lua");

  private final String text;

  /** The hash by which a server identifies a cached script. */
  private final String name;

  RedisScript(String file) {
    try {
      byte[] content = read(file);
      text = new String(content, StandardCharsets.UTF_8);
      name = StringUtils.byteToHexString(MessageDigest.getInstance("SHA-1").digest(content));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot read " + file + " in Trilink's jar.", e);
    }
  }

  private static byte[] read(String file) throws IOException {
    try (InputStream script = RedisScript.class.getResourceAsStream(file)) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      int read = script.read(buffer);
      while (read >= 0) {
        content.write(buffer, 0, read);
        read = script.read(buffer);
      }
      return content.toByteArray();
    }
  }

  /**
   * Runs the script. If the server does not have it cached, for example after a restart, the script
   * is sent.
   */
  Object run(Jedis redis, List<byte[]> keys, List<byte[]> arguments) {
    try {
      return redis.evalsha(SafeEncoder.encode(name), keys, arguments);
    } catch (JedisNoScriptException unknown) {
      return redis.eval(SafeEncoder.encode(text), keys, arguments);
    }
  }
}
