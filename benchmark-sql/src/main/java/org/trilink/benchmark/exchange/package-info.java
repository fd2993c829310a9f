/** What the exchange strategies send from TaskManager to TaskManager (the paper's table 4). */
package org.trilink.benchmark.exchange;
