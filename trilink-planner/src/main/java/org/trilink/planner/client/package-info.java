/** Starts Flink's SQL Client with Trilink's planner. */
package org.trilink.planner.client;
