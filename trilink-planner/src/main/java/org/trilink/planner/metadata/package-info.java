/**
 * What is known of Flink's plan: where columns, keys and event times come from, what is keyed by
 * what.
 */
package org.trilink.planner.metadata;
