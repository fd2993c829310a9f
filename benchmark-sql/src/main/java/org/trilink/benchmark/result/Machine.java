package org.trilink.benchmark.result;

/**
 * What the benchmark ran on.
 *
 * @param processor its model name; "unknown" where the system does not tell
 * @param cores that the program may use
 * @param memoryBytes of the machine
 * @param system the operating system and its version
 */
public record Machine(String processor, int cores, long memoryBytes, String system) {}
