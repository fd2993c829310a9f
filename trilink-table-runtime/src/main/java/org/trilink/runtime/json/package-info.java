/**
 * Decodes JSON messages as a stream, and only the fields that a query reads. The result is exactly
 * that of flink-json's own deserializer for the same message.
 */
package org.trilink.runtime.json;
