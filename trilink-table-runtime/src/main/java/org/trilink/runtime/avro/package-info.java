/**
 * Decodes Avro messages from their bytes, without generic records, and only the fields that a query
 * reads. The result is exactly that of flink-avro's own deserializer for the same message.
 */
package org.trilink.runtime.avro;
