/**
 * The parts that the decoders of all formats have in common: which fields are read, which rows are
 * dropped early, and the fall back to Flink's own decoder.
 */
package org.trilink.runtime.decode;
