/**
 * What a sample of records says: pure functions of partitions, keys and event times, which know
 * neither planner nor Kafka. Each predicts what a job would do by doing the same on the sample.
 */
package org.trilink.advice.measure;
