/**
 * The parts that every benchmark is run by: its cluster, its input, its schedule, one measured run.
 */
package org.trilink.benchmark.run;
