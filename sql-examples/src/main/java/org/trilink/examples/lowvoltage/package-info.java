/** The low-voltage workload: which sensors of a supply grid are below the allowed voltage. */
package org.trilink.examples.lowvoltage;
