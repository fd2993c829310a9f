/**
 * The knowledge that the planner must have of Kafka tables: topics, partitions, record keys,
 * formats, sinks, and the source in a scan.
 */
package org.trilink.planner.kafka;
