/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.run.Variant;
import org.trilink.launcher.local.CommandFailure;
import org.trilink.launcher.local.Engine;
import org.trilink.launcher.local.SqlScript;
import org.trilink.launcher.local.TrilinkHome;

class WatermarkVariantsTest {

  private static final Duration SKEW = Duration.ofSeconds(195);
  private static final SqlScript SCRIPT =
      SqlScript.read(TrilinkHome.current().script("low-voltage", "low-voltage"));

  private final WatermarkVariants variants =
      new WatermarkVariants(SKEW, Map.of("pipeline.object-reuse", "false"));

  @Test
  void theSmallDelayIsTheWorkloadsOwn() {
    assertThat(text(WatermarkVariants.SMALL_DELAY))
        .contains("WATERMARK FOR reading_time AS reading_time - INTERVAL '0.001' SECOND")
        .doesNotContain("TRILINK(");
  }

  @Test
  void aDelayOfTheSkewIsBesideTheWorkloadsOwnMillisecond() {
    assertThat(text(WatermarkVariants.DELAY_OF_SKEW))
        .contains("AS reading_time - INTERVAL '3' MINUTE - INTERVAL '15.001' SECOND")
        .doesNotContain("TRILINK(");
  }

  @Test
  void lateFiringKeepsWindowsForLongerThanTheSkew() {
    Variant lateFiring = variants.byName(WatermarkVariants.LATE_FIRING);

    assertThat(lateFiring.settings())
        .containsEntry("table.exec.emit.allow-lateness", "795000 ms")
        .containsEntry("pipeline.object-reuse", "false");
    assertThat(text(WatermarkVariants.LATE_FIRING)).contains("upsert-kafka", "TUMBLE_START");
  }

  @Test
  void onlyTrilinkHasTheHints() {
    assertThat(variants.byName(WatermarkVariants.TRILINK).engine()).isEqualTo(Engine.TRILINK);
    assertThat(text(WatermarkVariants.TRILINK))
        .contains("SET 'table.optimizer.trilink.exchange' = 'shuffle'", "'watermark'='key'");
  }

  @Test
  void anyOrderIsTrilinkWithoutWhatTheTableDeclares() {
    assertThat(variants.byName(WatermarkVariants.ANY_ORDER).settings())
        .containsEntry("table.optimizer.trilink.watermark.order", "any");
    assertThat(text(WatermarkVariants.ANY_ORDER)).contains("'watermark'='key'");
  }

  @Test
  void localMergeIsTrilinkWithAnotherExchange() {
    assertThat(variants.byName(WatermarkVariants.LOCAL_MERGE).engine()).isEqualTo(Engine.TRILINK);
    assertThat(text(WatermarkVariants.LOCAL_MERGE))
        .contains("SET 'table.optimizer.trilink.exchange' = 'local-merge'", "'watermark'='key'");
  }

  @Test
  void saysSoWhenTheScriptHasNoSuchDelay() {
    Variant delayed = variants.byName(WatermarkVariants.DELAY_OF_SKEW);

    assertThatThrownBy(() -> delayed.edit().apply(new SqlScript("SELECT 1;\n")))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("INTERVAL '0.001' SECOND");
  }

  private String text(String variant) {
    return variants.byName(variant).edit().apply(SCRIPT).text();
  }
}
