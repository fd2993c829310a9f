/** What the planner must know of Kafka tables: topics, partitions, record keys, sinks. */
package org.trilink.planner.kafka;
