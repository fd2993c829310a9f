package org.trilink.benchmark.report;

/** A piece of a chapter. */
sealed interface Block permits Finding, Figure, Table {}
