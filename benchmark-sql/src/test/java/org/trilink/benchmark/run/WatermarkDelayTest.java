/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;

class WatermarkDelayTest {

  @Test
  void stockFlinkWaitsAsLongAsTheMaxSkewOfTheHint() {
    SqlScript script =
        new SqlScript(
            """
            CREATE TABLE t (ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND);
            SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='3 h') */ 1;
            """);

    assertThat(WatermarkDelay.inPlaceOfMaxSkew(script).text())
        .contains("AS ts - INTERVAL '3' HOUR - INTERVAL '0' MINUTE - INTERVAL '0.001' SECOND")
        .doesNotContain("TRILINK(");
  }

  @Test
  void withoutAMaxSkewTheWatermarkIsTheScriptsOwn() {
    SqlScript script = SqlScript.read(TrilinkHome.current().script("bridge", "bridge"));

    assertThat(WatermarkDelay.inPlaceOfMaxSkew(script)).isEqualTo(script.withoutTrilinkHints());
  }
}
