/** When merged rows are sent: what local and global merge share. */
package org.trilink.planner.emit;
