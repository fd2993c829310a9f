/**
 * The benchmark of what must not get worse for the sake of throughput: latency, checkpoints and a
 * job's start.
 */
package org.trilink.benchmark.latency;
