/** Decoding of JSON from Kafka, only of what a plan reads. */
package org.trilink.planner.decode;
