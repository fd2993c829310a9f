/**
 * The services a workload needs, as processes of this machine: a Kafka broker, a Flink session
 * cluster and the SQL Client. Everything listens on one address only, the loopback address unless
 * another one is given, and writes into one work folder only.
 */
package org.trilink.launcher.local;
