/**
 * JSON messages decoded as a stream, and of their fields only those that a query reads. What comes
 * out is what flink-json's own deserializer makes of the same message, to the letter.
 */
package org.trilink.runtime.json;
