/**
 * One keyed operator at a time over generated input, stock Flink and Trilink by turns in one JVM:
 * what an operator costs without a broker, a format and a network beside it.
 */
package org.trilink.benchmark.operators;
