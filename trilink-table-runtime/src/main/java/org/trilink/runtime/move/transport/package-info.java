/** Transfers the messages of a Sync between coordinator and subtasks, regardless of their size. */
package org.trilink.runtime.move.transport;
