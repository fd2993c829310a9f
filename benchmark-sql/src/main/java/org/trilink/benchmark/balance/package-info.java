/**
 * How evenly placement strategies spread keys over subtasks, and what that is worth (the paper's
 * table 3 and figures 7, 15 and 16).
 */
package org.trilink.benchmark.balance;
