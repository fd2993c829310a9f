/**
 * The benchmark of what it is worth to move keys while a job runs, when the busy ones change (the
 * paper's table 9).
 */
package org.trilink.benchmark.switching;
