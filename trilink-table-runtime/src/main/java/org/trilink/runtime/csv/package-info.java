/**
 * Decodes CSV messages byte by byte, and only the columns that a query reads. The result is exactly
 * that of flink-csv's own deserializer for the same message.
 */
package org.trilink.runtime.csv;
