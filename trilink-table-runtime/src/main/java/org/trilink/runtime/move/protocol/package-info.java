/**
 * Sync: keys move between running subtasks, with their state, while the job runs (the paper's
 * section 4.2). This package is the protocol, as state machines without a task, a thread or a
 * clock: {@link org.trilink.runtime.move.protocol.SyncCoordination} in the coordinator, {@link
 * org.trilink.runtime.move.protocol.SyncSender} in placing subtasks, {@link
 * org.trilink.runtime.move.protocol.SyncReceiver} before keyed operators.
 */
package org.trilink.runtime.move.protocol;
