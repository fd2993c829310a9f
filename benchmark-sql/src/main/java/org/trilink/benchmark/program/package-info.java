/**
 * Programs without Flink on the same input: a consumer that does nothing with what it reads, which
 * no engine can exceed, and the workloads' queries written by hand.
 */
package org.trilink.benchmark.program;
