/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Runs the SQL Client for one script after the other, a session each; standard input names the
 * scripts, a line each. Ends with its input, and so with the process that started it.
 */
final class SqlClientLoop {

  /** The line behind what a script printed. */
  static final String END = "== end of script ==";

  private SqlClientLoop() {}

  /** Arguments: the engine's name, then what the client is told besides the script. */
  public static void main(String[] args) throws IOException {
    BufferedReader scripts =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String script = scripts.readLine(); script != null; script = scripts.readLine()) {
      run(args, script);
      System.out.println();
      System.out.println(END);
    }
    Runtime.getRuntime().halt(0); // the sessions' own hooks only say that they end
  }

  private static void run(String[] args, String script) {
    String[] ofClient = new String[args.length + 1];
    ofClient[0] = "-f";
    ofClient[1] = script;
    System.arraycopy(args, 1, ofClient, 2, args.length - 1);
    try {
      boolean unused = Engine.valueOf(args[0]).runClient(ofClient); // what it printed tells more
    } catch (ReflectiveOperationException | RuntimeException e) {
      // as a JVM says it that ends by it
      System.out.print("Exception in thread \"main\" ");
      e.printStackTrace(System.out);
    }
  }
}
