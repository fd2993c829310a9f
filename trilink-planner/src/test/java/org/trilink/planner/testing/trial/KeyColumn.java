/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Locale;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/** The columns of the tables that a query can take as its key. */
enum KeyColumn {
  A("STRING") {
    @Override
    Object value(int number) {
      return "key " + number;
    }
  },
  B("BIGINT") {
    @Override
    Object value(int number) {
      return 1_000_000_007L * number;
    }
  },
  C("DECIMAL(8, 2)") {
    @Override
    Object value(int number) {
      return BigDecimal.valueOf(100L * number + 25, 2);
    }
  },
  D("DATE") {
    @Override
    Object value(int number) {
      return LocalDate.of(2020, 2, 28).plusDays(number);
    }
  };

  private final String sqlType;

  KeyColumn(String sqlType) {
    this.sqlType = sqlType;
  }

  /** A value of this column; another one for another number. */
  abstract Object value(int number);

  String column() {
    return name().toLowerCase(Locale.ROOT);
  }

  String sqlType() {
    return sqlType;
  }

  TypeInformation<?> type() {
    return switch (this) {
      case A -> Types.STRING;
      case B -> Types.LONG;
      case C -> Types.BIG_DEC;
      case D -> Types.LOCAL_DATE;
    };
  }
}
