/**
 * The integration into Flink: planner factory, Calcite configuration, parser.
 *
 * <p>{@code TrilinkCalciteConfig} builds a new program chain for every plan, so that SET takes
 * effect. {@code TrilinkPlannerFactory} is for the SQL Client. {@code FlinkVersion} refuses another
 * Flink than that of {@code SupportedFlink}.
 */
package org.trilink.planner.delegation;
