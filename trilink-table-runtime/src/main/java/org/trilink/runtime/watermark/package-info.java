/** Key-level event time (the paper's section 4.1): every key has its own watermark. */
package org.trilink.runtime.watermark;
