/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.trilink.launcher.local.CommandFailure;

/** Reads flight recordings of TaskManagers, and counts at which step their threads were sampled. */
final class ProfileSummary {

  private static final String SAMPLE = "jdk.ExecutionSample";
  private static final String GC_PAUSE = "jdk.GCPhasePause";

  /** Tasks, Kafka's fetchers and producers, and the network's threads; not the cluster's own. */
  private static final Pattern JOB_THREAD =
      Pattern.compile(
          ".*\\(\\d+/\\d+\\)#\\d+"
              + "|Source Data Fetcher for .*|kafka-producer-network-thread .*|Flink Netty .*");

  /** Behind the name of the class that has a lambda: a number, and where the JVM has put it. */
  private static final Pattern NUMBER_OF_LAMBDA = Pattern.compile("(?<=\\$\\$Lambda)\\$\\d+.*");

  private static final String GC = "GC pauses of the running time";
  private static final int HOT_METHODS = 15;

  private final Map<String, Long> steps = new HashMap<>();
  private final Map<String, Long> methods = new HashMap<>();
  private Duration gcPauses = Duration.ZERO;
  private Duration recorded = Duration.ZERO;

  /**
   * Reads the flight recordings of one job.
   *
   * @param recordings one of each TaskManager
   * @throws CommandFailure if one cannot be read, or if none has samples of a job's threads
   */
  static ProfileSummary read(List<Path> recordings) {
    ProfileSummary summary = new ProfileSummary();
    recordings.forEach(summary::add);
    if (summary.count() == 0) {
      throw new CommandFailure(
          "the flight recordings have no samples of the job: give it more rows");
    }
    return summary;
  }

  private void add(Path recording) {
    Instant first = Instant.MAX;
    Instant last = Instant.MIN;
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        first = event.getStartTime().isBefore(first) ? event.getStartTime() : first;
        last = event.getEndTime().isAfter(last) ? event.getEndTime() : last;
        add(event);
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot read the flight recording " + recording, e);
    }
    if (last.isAfter(first)) {
      recorded = recorded.plus(Duration.between(first, last));
    }
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case SAMPLE -> addSample(event);
      case GC_PAUSE -> gcPauses = gcPauses.plus(event.getDuration());
      default -> {}
    }
  }

  private void addSample(RecordedEvent event) {
    RecordedThread thread = event.getThread("sampledThread");
    RecordedStackTrace stack = event.getStackTrace();
    if (stack == null || !isOfJob(thread)) {
      return;
    }
    List<String> frames = frames(stack);
    String step = Steps.of(frames);
    steps.merge(step, 1L, Long::sum);
    if (!frames.isEmpty()) {
      methods.merge(step + ": `" + frames.get(0) + "`", 1L, Long::sum);
    }
  }

  private static boolean isOfJob(RecordedThread thread) {
    return Optional.ofNullable(thread)
        .map(RecordedThread::getJavaName)
        .filter(name -> JOB_THREAD.matcher(name).matches())
        .isPresent();
  }

  private static List<String> frames(RecordedStackTrace stack) {
    return stack.getFrames().stream()
        .filter(RecordedFrame::isJavaFrame)
        .map(RecordedFrame::getMethod)
        .map(method -> frame(method.getType().getName(), method.getName()))
        .toList();
  }

  /** Lambdas of a class, which are classes of their own, are not told apart. */
  static String frame(String type, String method) {
    return NUMBER_OF_LAMBDA.matcher(type).replaceFirst("") + "." + method;
  }

  private long count() {
    return steps.values().stream().mapToLong(Long::longValue).sum();
  }

  /** In which methods threads were found most often, with their steps, the most frequent first. */
  Shares hotMethods() {
    Map<String, Double> shares = new LinkedHashMap<>();
    methods.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(HOT_METHODS)
        .forEach(method -> shares.put(method.getKey(), (double) method.getValue() / count()));
    return new Shares(shares);
  }

  /** How the time of the job's threads spreads over the steps; and while all stood still. */
  Shares profile() {
    Map<String, Double> shares = new LinkedHashMap<>();
    Steps.all().stream()
        .filter(steps::containsKey)
        .forEach(step -> shares.put(step, (double) steps.get(step) / count()));
    shares.put(GC, (double) gcPauses.toNanos() / recorded.toNanos());
    return new Shares(shares);
  }
}
