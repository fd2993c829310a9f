package org.trilink.planner.runtime.property;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Locale;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/** The columns of the tables that a query can take as its key. */
enum KeyColumn {
  A("STRING", Types.STRING) {
    @Override
    Object value(int number) {
      return "key " + number;
    }
  },
  B("BIGINT", Types.LONG) {
    @Override
    Object value(int number) {
      return 1_000_000_007L * number;
    }
  },
  C("DECIMAL(8, 2)", Types.BIG_DEC) {
    @Override
    Object value(int number) {
      return BigDecimal.valueOf(100L * number + 25, 2);
    }
  },
  D("DATE", Types.LOCAL_DATE) {
    @Override
    Object value(int number) {
      return LocalDate.of(2020, 2, 28).plusDays(number);
    }
  };

  private final String sqlType;
  private final TypeInformation<?> type;

  KeyColumn(String sqlType, TypeInformation<?> type) {
    this.sqlType = sqlType;
    this.type = type;
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
    return type;
  }
}
