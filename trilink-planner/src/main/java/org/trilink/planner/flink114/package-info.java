/**
 * What reaches into Flink 1.14's internals, past its public classes and methods. Nothing else does.
 */
package org.trilink.planner.flink114;
