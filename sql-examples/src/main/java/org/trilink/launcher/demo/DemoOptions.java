/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Query;
import org.trilink.examples.workload.Workload;
import org.trilink.launcher.local.Engine;

/**
 * The options of a demo run.
 *
 * @param query one of the workload's
 * @param generator what is generated if there is no input file
 * @param input a file of JSON lines to read instead
 * @param live whether the input is written while the job runs, each record when it happens
 * @param rate records a second that are written while the job runs; empty for all of them before it
 *     starts, or {@code live}
 * @param output where the result rows go as JSON lines
 * @param placement of keys on subtasks; as the script says if empty
 * @param exchange how readings reach their sensor's subtask, as in a TRILINK hint; by the network
 *     if empty
 * @param store where a global merge merges, in place of a Redis of the demo's own
 * @param parallelism of the job; also the partitions of the topics
 * @param keep whether broker and cluster stay up
 * @param workFolders the folder in which the run makes its own
 */
public record DemoOptions(
    Workload workload,
    Query query,
    Engine engine,
    GeneratorOptions generator,
    Optional<Path> input,
    boolean live,
    OptionalInt rate,
    Optional<Path> output,
    Optional<DemoPlacement> placement,
    Optional<DemoExchange> exchange,
    Optional<String> store,
    int parallelism,
    boolean keep,
    Path workFolders) {}
