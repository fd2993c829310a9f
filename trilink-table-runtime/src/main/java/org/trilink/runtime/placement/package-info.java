/** Key placement (the paper's section 4.2.1): which subtask gets which key. */
package org.trilink.runtime.placement;
