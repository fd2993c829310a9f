/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.trilink.launcher.local.ClusterControl;
import org.trilink.launcher.local.LocalServices;
import org.trilink.launcher.local.ShellText;
import org.trilink.launcher.local.TrilinkHome;
import org.trilink.launcher.local.WorkFolder;

/**
 * A run's work folder and services. Stops the services and deletes the folder at the end, after a
 * success, a failure or Ctrl-C. Only a failure leaves something: the logs, which the user may
 * delete.
 */
public final class DemoSession implements AutoCloseable {

  private static final Pattern NAME = Pattern.compile("demo-(\\d+)(-\\d+)?");

  /** A file in the folder of a run that failed, the logs of which somebody may want to read. */
  private static final String FAILED = "failed";

  private final WorkFolder folder;
  private final LocalServices services;
  private final Consumer<String> leftBehind;
  private final Thread shutdownHook = new Thread(this::takeDown, "take-down");
  private volatile Runnable afterServices = () -> {};
  private volatile boolean interrupted;
  private boolean succeeded;
  private boolean kept;

  private DemoSession(WorkFolder folder, LocalServices services, Consumer<String> leftBehind) {
    this.folder = folder;
    this.services = services;
    this.leftBehind = leftBehind;
  }

  /**
   * Makes a work folder in the given one, and nothing is started yet.
   *
   * @param leftBehind receives a message on what a failure has left, and how to remove it
   */
  public static DemoSession open(TrilinkHome home, Path workFolders, Consumer<String> leftBehind) {
    deleteLeftovers(workFolders);
    WorkFolder folder = WorkFolder.create(newFolder(workFolders));
    DemoSession session = new DemoSession(folder, new LocalServices(home, folder), leftBehind);
    Runtime.getRuntime().addShutdownHook(session.shutdownHook);
    return session;
  }

  /** Named after this process; another one of this number may have left its logs. */
  private static Path newFolder(Path workFolders) {
    String name = "demo-" + ProcessHandle.current().pid();
    Path folder = workFolders.resolve(name);
    for (int number = 2; Files.exists(folder); number++) {
      folder = workFolders.resolve(name + "-" + number);
    }
    return folder;
  }

  /** The services that run in the work folder. */
  public LocalServices services() {
    return services;
  }

  /** Also does this when the services have ended, before the folder is deleted. */
  public void afterServices(Runnable wanted) {
    afterServices = wanted;
  }

  /** Whether Ctrl-C or a signal ends the program. */
  boolean interrupted() {
    return interrupted;
  }

  /**
   * To be called when nothing is left to do.
   *
   * @param keep whether the services live on
   */
  public void succeeded(boolean keep) {
    succeeded = true;
    kept = keep;
  }

  @Override
  public void close() {
    if (interrupted) {
      return;
    }
    if (kept) {
      services.release();
    } else {
      services.close();
      afterServices.run();
      if (succeeded) {
        folder.delete();
      } else {
        keepLogs();
      }
    }
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // Ctrl-C was pressed just now; the shutdown hook has nothing left to do.
      return;
    }
  }

  private void keepLogs() {
    if (folder.deleteAllButLogs()) {
      folder.write(
          folder.path().resolve(FAILED), "The logs of a failed run. Nothing needs them.\n");
      leftBehind.accept(
          "the run's logs stay until you remove them: "
              + ShellText.of(List.of("rm", "-r", folder.path().toString())));
    }
  }

  private void takeDown() {
    interrupted = true;
    services.close();
    afterServices.run();
    folder.delete();
  }

  /** Deletes what killed runs have left behind. */
  private static void deleteLeftovers(Path workFolders) {
    if (!Files.isDirectory(workFolders)) {
      return;
    }
    try (Stream<Path> folders = Files.list(workFolders)) {
      folders
          .filter(DemoSession::isLeftover)
          .forEach(leftover -> new WorkFolder(leftover).delete());
    } catch (IOException e) {
      // Folders that cannot be listed stay; they do not affect this run.
      return;
    }
  }

  private static boolean isLeftover(Path path) {
    Matcher name = NAME.matcher(path.getFileName().toString());
    return name.matches()
        && WorkFolder.isAt(path)
        && !Files.exists(path.resolve(FAILED))
        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
        && ClusterControl.findRunning(path).isEmpty();
  }
}
