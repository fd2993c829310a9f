/** Random queries and their inputs, run on Trilink and on stock Flink. */
package org.trilink.planner.testing.trial;
