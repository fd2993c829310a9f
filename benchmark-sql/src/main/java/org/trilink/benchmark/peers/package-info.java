/**
 * The benchmark of what a user would take instead of Flink 1.14 with or without Trilink, on the
 * same input: a newer Flink, Kafka Streams, and a program in the style of GeoFlink.
 */
package org.trilink.benchmark.peers;
