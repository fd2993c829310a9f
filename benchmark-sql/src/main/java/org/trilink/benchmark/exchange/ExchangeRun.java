package org.trilink.benchmark.exchange;

/**
 * What one exchange strategy came to.
 *
 * @param variant how it is called in the table
 * @param bytes received from other TaskManagers
 * @param readings in the input
 * @param rightRows rows of the result that equal the oracle's
 * @param expectedRows rows that the oracle expects
 * @param exact whether the result has these and no other rows
 * @param seconds from the job's start until its input was consumed
 */
record ExchangeRun(
    String variant,
    long bytes,
    long readings,
    long rightRows,
    long expectedRows,
    boolean exact,
    double seconds) {

  double bytesPerReading() {
    return (double) bytes / readings;
  }
}
