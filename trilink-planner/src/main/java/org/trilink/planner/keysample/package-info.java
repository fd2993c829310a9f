/** Samples at Kafka sources whether the records of a key come by one partition. */
package org.trilink.planner.keysample;
