/**
 * Ahead KeyBy: topics that are partitioned by key, so that no exchange is needed (see {@code
 * docs/internals/ahead-keyby.md}); restored partitions of Kafka tables; and the sample that advice
 * takes.
 */
package org.trilink.runtime.kafka;
