/**
 * Pure functions of partitions, keys and event times that say what a sample of records shows, and
 * know neither planner nor Kafka. Each predicts what a job would do by doing the same on the
 * sample.
 */
package org.trilink.advice.measure;
