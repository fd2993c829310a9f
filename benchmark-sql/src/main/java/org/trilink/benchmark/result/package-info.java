/** The results of benchmarks, kept as JSON: every single run, and what is needed to repeat it. */
package org.trilink.benchmark.result;
