/** Rows of a key in order of event time, for operators that keep them until a watermark. */
package org.trilink.runtime.rows;
