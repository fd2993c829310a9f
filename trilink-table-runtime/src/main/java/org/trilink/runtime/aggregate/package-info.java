/** Unbounded GROUP BY behind Trilink's exchanges. */
package org.trilink.runtime.aggregate;
