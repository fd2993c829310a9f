/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The file of a work folder that has the cluster's processes, one a line, in JSON. Open, it is
 * locked: other programs that change it, or the processes, wait.
 */
final class ProcessFile implements AutoCloseable {

  private static final String NAME = "processes";
  private static final String LOCK = "processes.lock";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final WorkFolder folder;
  private final FileChannel lock;

  private ProcessFile(WorkFolder folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Waits for the lock. A thread of this program must not open it twice. */
  static ProcessFile open(WorkFolder folder) {
    Path path = folder.path().resolve(LOCK);
    try {
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel.lock();
      return new ProcessFile(folder, channel);
    } catch (IOException e) {
      throw new CommandFailure("cannot lock " + path + ": " + FileErrors.reason(e), e);
    }
  }

  /** All processes, whether they run or not; none if there is no such file. */
  static List<RecordedProcess> read(WorkFolder folder) {
    Path file = folder.path().resolve(NAME);
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      List<RecordedProcess> processes = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        processes.add(JSON.readValue(line, RecordedProcess.class));
      }
      return processes;
    } catch (IOException e) {
      throw new CommandFailure("cannot read " + file + ": " + FileErrors.reason(e), e);
    }
  }

  /** Replaces all. The file has the old content or the new one, whenever this program ends. */
  void write(List<RecordedProcess> processes) {
    WorkFolder.writeAtOnce(
        folder.path().resolve(NAME),
        processes.stream().map(ProcessFile::line).collect(Collectors.joining()));
  }

  /** Takes the place of the process of the same name; goes to the end if there is none. */
  void put(RecordedProcess process) {
    List<RecordedProcess> all = new ArrayList<>(read(folder));
    int place = 0;
    while (place < all.size() && !all.get(place).name().equals(process.name())) {
      place++;
    }
    if (place < all.size()) {
      all.set(place, process);
    } else {
      all.add(process);
    }
    write(all);
  }

  private static String line(RecordedProcess process) {
    try {
      return JSON.writeValueAsString(process) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new CommandFailure("cannot unlock the folder " + folder.path(), e);
    }
  }
}
