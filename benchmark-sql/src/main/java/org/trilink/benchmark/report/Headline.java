package org.trilink.benchmark.report;

/**
 * A figure to begin the page with.
 *
 * @param value in large type
 * @param text what it is
 */
record Headline(String value, String text) {}
