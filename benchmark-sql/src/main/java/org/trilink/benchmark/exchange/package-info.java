/**
 * The benchmark of what the exchange strategies send from node to node, and what that is worth on
 * links of limited rate (the paper's table 4 and figure 17).
 */
package org.trilink.benchmark.exchange;
