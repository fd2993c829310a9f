/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.runtime.move.balance.MonitorCommand;
import org.trilink.runtime.move.protocol.SyncRefusal;
import org.trilink.runtime.operator.LimitedWarnings;
import org.trilink.runtime.placement.control.ControlChannel;

/**
 * Applies commands to the monitor of an exchange while its job runs, and reports its status. It
 * belongs to the {@link CoordinatorThread}, as the monitor does.
 */
final class MonitorControl {

  private static final Logger LOG = LoggerFactory.getLogger(MonitorControl.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ExchangeMonitor monitor;
  private final String operator;

  /** The channel from which commands are received; null if they are received over REST only. */
  @Nullable private final ControlChannel channel;

  private final LimitedWarnings rejections = new LimitedWarnings(LOG::warn);

  /** The number of history entries when the status was last published. */
  private long published;

  /**
   * @param operator the operator's name
   * @param address of a channel from which commands are also received; null for none
   * @param failJob fails the job, with the reason
   */
  MonitorControl(
      ExchangeMonitor monitor,
      String operator,
      @Nullable String address,
      CoordinatorThread thread,
      Consumer<String> failJob) {
    this.monitor = monitor;
    this.operator = operator;
    channel =
        address == null
            ? null
            : new ControlChannel(
                address,
                name(),
                () -> thread.submit(() -> status().toString()).join(),
                command -> thread.execute(() -> onCommand(command)),
                failJob);
  }

  private String name() {
    return "Key placement, operator " + operator;
  }

  /** The channel's address, without the password, once there was a connection; else empty. */
  String connectedAddress() {
    return channel != null && channel.hasBeenConnected() ? channel.toString() : "";
  }

  /** Takes what the other method returned when the checkpoint was taken that is restored. */
  void restore(String connectedAddress) {
    if (channel != null && connectedAddress.equals(channel.toString())) {
      channel.setHasBeenConnected();
    }
  }

  void start() {
    if (channel != null) {
      channel.start();
    }
  }

  /** The job ends: what fails at the channel from now on does not matter. For any thread. */
  void stop() {
    if (channel != null) {
      channel.stop();
    }
  }

  void close() {
    if (channel != null) {
      channel.close();
    }
    rejections.flush();
  }

  // ------------------------------------------------------------------------------------ commands

  /** Handles a command from the channel. */
  private void onCommand(String command) {
    publish(answer(command, channel.toString()));
  }

  /** Handles a command from Flink's REST interface; returns the answer in JSON. */
  String answer(@Nullable String command) {
    String answer = answer(command, "REST");
    if (channel != null) {
      publish(answer);
    }
    return answer;
  }

  private String answer(@Nullable String text, String origin) {
    try {
      return carryOut(MonitorCommand.parse(text), origin);
    } catch (IllegalArgumentException e) {
      return refuse(e.getMessage(), origin);
    }
  }

  /**
   * @throws IllegalArgumentException if the settings are invalid; then nothing has changed
   */
  private String carryOut(MonitorCommand command, String origin) {
    switch (command.kind()) {
      case STATUS:
        return status().toString();
      case SYNC_NOW:
        return syncNow(origin);
      case SET:
      case MONITOR:
      case THRESHOLD:
      case SAMPLE_RATE:
      case WEIGHTS:
      case FREEZE:
        monitor.apply(command);
        LOG.info(
            "{}: the command {} from {} was applied; it survives a failure of the JobManager once a"
                + " checkpoint is completed.",
            name(),
            command,
            origin);
        return status().toString();
    }
    throw new IllegalStateException("Unknown command " + command.kind() + ".");
  }

  private String syncNow(String origin) {
    SyncRefusal refusal = monitor.refusal();
    if (refusal != null) {
      return refuse(
          "No key can be moved now: "
              + refusal.text()
              + (refusal.passes() ? ". Send the command again later." : "."),
          origin);
    }
    String outcome = monitor.syncNow();
    LOG.info("{}: a Sync was requested by {}: {}.", name(), origin, outcome);
    return status().put("answer", outcome).toString();
  }

  private String refuse(String reason, String origin) {
    rejections.add(name() + ": a command from " + origin + " was rejected: " + reason);
    return MAPPER.createObjectNode().put("operator", operator).put("error", reason).toString();
  }

  // -------------------------------------------------------------------------------------- status

  private ObjectNode status() {
    ObjectNode status = monitor.status();
    status.put("operator", operator);
    ArrayNode unsaved = status.putArray("unsaved");
    monitor.unsavedCommands().forEach(command -> unsaved.add(command.toNode()));
    SyncRefusal refusal = monitor.refusal();
    status.put(
        "obstacle", refusal == null || refusal == SyncRefusal.UNDER_WAY ? null : refusal.text());
    return status;
  }

  /**
   * To be called regularly. Publishes the status if the history has grown since the last time, and
   * logs how many commands were rejected.
   */
  void tick() {
    rejections.tick();
    long entries = monitor.historyEntries();
    if (channel != null && entries != published) {
      published = entries;
      publish(status().toString());
    }
  }

  private void publish(String text) {
    channel.publish(text);
  }
}
