/** SQL functions that Flink 1.14 lacks, as the module {@code trilink}. */
package org.trilink.functions;
