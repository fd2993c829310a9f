/** How Trilink plugs into Flink: planner factory, Calcite configuration, parser. */
package org.trilink.planner.delegation;
