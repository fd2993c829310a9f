/** Ahead KeyBy: topics whose partitions are those of the keys, so that no exchange is needed. */
package org.trilink.runtime.kafka;
