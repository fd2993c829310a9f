/** The files in the benchmarks' jar. */
package org.trilink.benchmark.system;
