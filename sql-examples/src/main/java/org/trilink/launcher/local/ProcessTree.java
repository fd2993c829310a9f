/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process of a cluster, with all processes below it.
 *
 * @param root the process that was started
 * @param program the one that does the work: below the root if that is a shell
 */
record ProcessTree(ProcessHandle root, ProcessHandle program) {

  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  /** How long an orderly shutdown may take. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private static final Duration SIGNAL_LIMIT = Duration.ofSeconds(10);

  private static final Comparator<ProcessHandle> BY_AGE =
      Comparator.comparing((ProcessHandle child) -> child.info().startInstant().orElse(Instant.MAX))
          .thenComparing(ProcessHandle::pid);

  /** The tree of a process that runs its program itself. */
  static ProcessTree of(ProcessHandle process) {
    return new ProcessTree(process, process);
  }

  /** The tree of a process that a line has started, perhaps a shell with the program below it. */
  static ProcessTree of(ProcessHandle process, ProcessLine line) {
    return line.isUnderShell()
        // the first that the shell starts, as it may start others to watch it
        ? new ProcessTree(process, process.children().min(BY_AGE).orElse(process))
        : of(process);
  }

  /** All of them, the program first. */
  List<ProcessHandle> all() {
    return Stream.concat(Stream.of(program, root), root.descendants()).distinct().toList();
  }

  /** Kills them (SIGKILL), and waits until they are gone. */
  void kill() {
    killAll(List.of(this));
  }

  /** Kills the processes of several trees (SIGKILL), and waits until they are gone. */
  static void killAll(List<ProcessTree> trees) {
    List<ProcessHandle> processes = trees.stream().flatMap(tree -> tree.all().stream()).toList();
    processes.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, KILL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /** Lets the program end by itself (SIGTERM), and kills it if it does not, or is paused. */
  void end() {
    if (!isPaused()) {
      program.destroy();
      root.onExit().completeOnTimeout(root, END_LIMIT.toMillis(), TimeUnit.MILLISECONDS).join();
    }
    kill();
  }

  /** Stops them where they are (SIGSTOP), with their memory and their connections. */
  void pause() {
    signal("STOP");
    if (Files.exists(stat())) {
      Await.until("the process to stop", SIGNAL_LIMIT, this::isPaused);
    }
  }

  /** Lets them go on after {@link #pause} (SIGCONT). */
  void resume() {
    signal("CONT");
    Await.until("the process to go on", SIGNAL_LIMIT, () -> !isPaused());
  }

  /** Java itself sends no such signals, and every shell does. */
  private void signal(String name) {
    // processes below the program may end meanwhile
    String script = "kill -%1$s $1 || exit 1; shift; kill -%1$s $* 2>/dev/null; exit 0";
    List<String> line = new ArrayList<>(List.of("sh", "-c", script.formatted(name), "kill"));
    all().forEach(process -> line.add(String.valueOf(process.pid())));
    SystemCommand sent = SystemCommand.run(new ProcessBuilder(line).redirectErrorStream(true));
    if (!sent.succeeded()) {
      throw new CommandFailure("cannot send SIG" + name + ": " + sent.output());
    }
  }

  /** Whether the program is stopped by a signal, as far as the system tells. */
  boolean isPaused() {
    try {
      String stat = Files.readString(stat());
      // the state is the first character behind the program's name, which is in parentheses
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state == 'T' || state == 't';
    } catch (IOException notLinuxOrGone) {
      return false;
    }
  }

  private Path stat() {
    return Path.of("/proc", String.valueOf(program.pid()), "stat");
  }
}
