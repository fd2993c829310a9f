/** GROUP BY without windows behind Trilink's exchanges. See {@code docs/internals/state.md}. */
package org.trilink.runtime.aggregate;
