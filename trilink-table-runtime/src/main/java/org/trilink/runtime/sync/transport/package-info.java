/** How the messages of a Sync get from coordinator to subtask and back, whatever their size. */
package org.trilink.runtime.sync.transport;
