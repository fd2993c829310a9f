/**
 * The benchmark of what becomes of late records: throughput, completeness and latency of results
 * under disorder (the paper's table 10), and what a delay of the watermark saves (figure 6).
 */
package org.trilink.benchmark.watermark;
