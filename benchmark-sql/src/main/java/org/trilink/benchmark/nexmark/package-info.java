/**
 * The queries by which streaming SQL is often judged, over the events of an auction site: stated
 * anew in SQL, with a generator of its own, on stock Flink and Trilink by turns in one JVM.
 */
package org.trilink.benchmark.nexmark;
