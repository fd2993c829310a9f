/** Key-level event time (the paper's section 4.1): every key has a watermark of its own. */
package org.trilink.runtime.watermark;
