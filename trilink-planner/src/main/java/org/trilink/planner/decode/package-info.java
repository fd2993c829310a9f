/**
 * Decoding of only those columns that a plan reads: what is read, and the formats ({@code
 * DecodedFormat}). See {@code docs/internals/decoding.md}.
 */
package org.trilink.planner.decode;
