/** How many records a second the workloads get through, by nodes (the paper's figure 14). */
package org.trilink.benchmark.throughput;
