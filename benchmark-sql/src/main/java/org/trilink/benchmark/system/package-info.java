/** The system as benchmarks need it: its commands, and the files in their jar. */
package org.trilink.benchmark.system;
