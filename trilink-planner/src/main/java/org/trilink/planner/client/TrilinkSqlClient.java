package org.trilink.planner.client;

import org.apache.flink.table.client.SqlClient;
import org.trilink.planner.delegation.TrilinkPlannerFactory;

/** Flink's SQL Client with Trilink's planner; it takes the same arguments. */
public final class TrilinkSqlClient {

  private TrilinkSqlClient() {}

  public static void main(String[] args) {
    Thread current = Thread.currentThread();
    current.setContextClassLoader(
        new PlannerServiceClassLoader(
            TrilinkSqlClient.class.getClassLoader(), TrilinkPlannerFactory.class));
    SqlClient.main(args);
  }
}
