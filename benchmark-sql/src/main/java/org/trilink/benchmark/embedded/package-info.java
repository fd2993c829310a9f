/**
 * Queries on a Flink cluster within one JVM, stock Flink and Trilink by turns: what a query costs
 * without a broker, a format and a network beside it. Results are compared by a {@link
 * org.trilink.benchmark.embedded.Digest}.
 */
package org.trilink.benchmark.embedded;
