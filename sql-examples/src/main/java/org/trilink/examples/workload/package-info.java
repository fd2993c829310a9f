/** What a workload of the project consists of, whichever engine runs it. */
package org.trilink.examples.workload;
