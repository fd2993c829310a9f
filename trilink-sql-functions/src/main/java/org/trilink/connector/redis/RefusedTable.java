/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.util.Map;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.trilink.runtime.redis.RedisFailures;
import org.trilink.runtime.secret.Secrets;

/**
 * A table that cannot be used because an option has a password where none belongs. Flink adds all
 * options to an error of a factory; so the factory makes this instead, which says what is wrong as
 * soon as the planner asks it anything.
 */
final class RefusedTable implements ScanTableSource, DynamicTableSink {

  private final String error;

  private RefusedTable(String error) {
    this.error = error;
  }

  /**
   * Returns a stand-in for a table whose options Flink must not print.
   *
   * @throws ValidationException the error itself if it may print them
   */
  static RefusedTable of(DynamicTableFactory.Context context, ValidationException error) {
    Map<String, String> options = context.getCatalogTable().getOptions();
    if (options.entrySet().stream().noneMatch(option -> hasSecret(option))) {
      throw error;
    }
    return new RefusedTable(
        String.format(
            "Redis table %s: %s",
            context.getObjectIdentifier().asSummaryString(),
            Secrets.mask(RedisFailures.messages(error))));
  }

  /** Whether an option has a secret that Flink itself does not hide. */
  private static boolean hasSecret(Map.Entry<String, String> option) {
    return !GlobalConfiguration.isSensitive(option.getKey())
        && (Secrets.isSecret(option.getKey())
            || !Secrets.maskAddress(option.getValue()).equals(option.getValue()));
  }

  private ValidationException error() {
    return new ValidationException(error);
  }

  @Override
  public ChangelogMode getChangelogMode() {
    throw error();
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    throw error();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    throw error();
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) {
    throw error();
  }

  @Override
  public RefusedTable copy() {
    return new RefusedTable(error);
  }

  @Override
  public String asSummaryString() {
    return "Redis";
  }
}
