/** What benchmarks measured, kept as JSON: every single run, and what is needed to repeat it. */
package org.trilink.benchmark.result;
