/** Runs a workload from input to checked result on services of its own. */
package org.trilink.launcher.demo;
