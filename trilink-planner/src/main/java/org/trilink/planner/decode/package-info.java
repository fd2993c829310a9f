/** Decoding of messages from Kafka, only of what a plan reads. */
package org.trilink.planner.decode;
