package org.trilink.benchmark.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangeTableTest {

  @Test
  void setsEachRunAgainstThePlainExchange() {
    ExchangeRun plain = new ExchangeRun("shuffle", 2_000_000, 100_000, 90, 90, true, 2);
    ExchangeRun merged = new ExchangeRun("local-merge", 30_000, 100_000, 89, 90, false, 0.5);

    assertThat(new ExchangeTable(List.of(plain, merged)).lines())
        .containsExactly(
            "exchange          bytes between TMs    per reading   of shuffle's             rows right"
                + "   readings/s",
            "shuffle                   2,000,000         20.000       100.00 %               90 of 90"
                + "       50,000",
            "local-merge                  30,000          0.300         1.50 %               89 of 90"
                + "      200,000");
  }
}
