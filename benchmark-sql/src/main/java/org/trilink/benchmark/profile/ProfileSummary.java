/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
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

  private static final int HOT_METHODS = 15;

  private final Map<Step, Long> samples = new EnumMap<>(Step.class);
  private final Map<Step, Map<String, Long>> methods = new EnumMap<>(Step.class);
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
    List<StackFrame> frames = frames(stack);
    Step step = StepRule.stepOf(frames);
    samples.merge(step, 1L, Long::sum);
    frames.stream()
        .findFirst()
        .ifPresent(
            top ->
                methods
                    .computeIfAbsent(step, any -> new HashMap<>())
                    .merge(top.type() + "." + top.method(), 1L, Long::sum));
  }

  private static boolean isOfJob(RecordedThread thread) {
    return Optional.ofNullable(thread)
        .map(RecordedThread::getJavaName)
        .filter(name -> JOB_THREAD.matcher(name).matches())
        .isPresent();
  }

  private static List<StackFrame> frames(RecordedStackTrace stack) {
    return stack.getFrames().stream()
        .filter(RecordedFrame::isJavaFrame)
        .map(RecordedFrame::getMethod)
        .map(method -> StackFrame.of(method.getType().getName(), method.getName()))
        .toList();
  }

  private long count() {
    return samples.values().stream().mapToLong(Long::longValue).sum();
  }

  /** In which methods threads were found most often, the most frequent first. */
  List<HotMethod> hotMethods() {
    double all = count();
    return methods.entrySet().stream()
        .flatMap(
            step ->
                step.getValue().entrySet().stream()
                    .map(
                        method ->
                            new HotMethod(step.getKey(), method.getKey(), method.getValue() / all)))
        .sorted(Comparator.comparingDouble(HotMethod::share).reversed())
        .limit(HOT_METHODS)
        .toList();
  }

  Profile profile() {
    double all = count();
    Map<Step, Double> shares = new EnumMap<>(Step.class);
    samples.forEach((step, count) -> shares.put(step, count / all));
    return new Profile(shares, (double) gcPauses.toNanos() / recorded.toNanos());
  }
}
