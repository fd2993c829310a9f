/**
 * The benchmark of what many keys cost, by state backend: throughput, and size and duration of
 * checkpoints.
 */
package org.trilink.benchmark.state;
