/** The benchmark of what checkpoints cost: the same job without them, and at several intervals. */
package org.trilink.benchmark.checkpoint;
