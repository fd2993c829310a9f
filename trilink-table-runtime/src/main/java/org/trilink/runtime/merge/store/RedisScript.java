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

/** A script that Redis runs in one step. It lies beside this class. */
enum RedisScript {
  JOIN("join.lua"),
  APPLY("apply.lua"),
  END("end.lua"),
  SEAL("seal.lua"),
  DROP_WINDOWS("drop-windows.lua");

  private final String text;

  /** By which a server names a script that it knows. */
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

  /** Runs it; the server, which may have been restarted, need not know it yet. */
  Object run(Jedis redis, List<byte[]> keys, List<byte[]> arguments) {
    try {
      return redis.evalsha(SafeEncoder.encode(name), keys, arguments);
    } catch (JedisNoScriptException unknown) {
      return redis.eval(SafeEncoder.encode(text), keys, arguments);
    }
  }
}
