/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.utils.EncodingUtils;

/** The connector of tables whose rows the job's own source generates. */
public final class GeneratedTable implements DynamicTableSourceFactory {

  static final String CONNECTOR = "bench-generated";

  private static final ConfigOption<String> ROWS =
      ConfigOptions.key("rows").stringType().noDefaultValue();

  @Override
  public String factoryIdentifier() {
    return CONNECTOR;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(ROWS);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  /**
   * The statement that makes a table of rows.
   *
   * @param columns in SQL, with the watermark; those of the rows
   */
  public static String ddl(String name, String columns, GeneratedRows rows) {
    return "CREATE TEMPORARY TABLE %s (%s) WITH ('connector' = '%s', '%s' = '%s')"
        .formatted(name, columns, CONNECTOR, ROWS.key(), EncodingUtils.encodeObjectToString(rows));
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    return new GeneratedSource(
        context.getCatalogTable().getResolvedSchema().toPhysicalRowDataType().getLogicalType(),
        EncodingUtils.decodeStringToObject(
            helper.getOptions().get(ROWS), GeneratedRows.class, context.getClassLoader()));
  }
}
