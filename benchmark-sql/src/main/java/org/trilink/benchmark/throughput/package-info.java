/**
 * How many records a second the workloads get through: beside hand-written programs, and by nodes
 * (the paper's figure 14).
 */
package org.trilink.benchmark.throughput;
