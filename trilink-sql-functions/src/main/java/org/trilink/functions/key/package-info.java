/** Functions that show where Flink puts a key. */
package org.trilink.functions.key;
