/** Aggregate functions whose partial results can be merged, and what they keep. */
package org.trilink.functions.aggregate;
