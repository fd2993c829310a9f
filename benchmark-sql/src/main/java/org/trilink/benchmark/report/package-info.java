/**
 * {@code bin/trilink bench report}: one page, and the same as Markdown, of what the benchmarks
 * measured beside the paper's figures.
 */
package org.trilink.benchmark.report;
