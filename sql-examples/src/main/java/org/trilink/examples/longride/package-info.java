/** The long-ride workload: which taxi rides have not ended within two hours. */
package org.trilink.examples.longride;
