/** The parts of a workload of the project, whichever engine runs it. */
package org.trilink.examples.workload;
