/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.rel.hint.RelHint;
import org.junit.jupiter.api.Test;

/** A masked value can be resolved to the real one by the session that masked it. */
class HintSecretsTest {

  private final HintSecrets secrets = new HintSecrets();

  private String hide(String address) {
    return secrets.hide("global-merge.store", address);
  }

  @Test
  void whatIsShownStandsForTheValue() {
    String shown = hide("redis://:secret@h");

    assertThat(shown).isEqualTo("redis://:***@h");
    assertThat(hide("redis://:secret@h")).as("again").isEqualTo(shown);
    assertThat(secrets.reveal(shown)).isEqualTo("redis://:secret@h");
  }

  @Test
  void valuesThatLookTheSameAreKeptApart() {
    hide("redis://:secret@h");
    String other = hide("redis://:other@h");

    assertThat(other).isEqualTo("redis://:***2@h");
    assertThat(secrets.reveal(other)).isEqualTo("redis://:other@h");
    assertThat(secrets.reveal("redis://:***@h")).isEqualTo("redis://:secret@h");
  }

  @Test
  void aPasswordThatLooksLikeAMaskIsOne() {
    hide("redis://:secret@h");
    String stars = hide("redis://:***@h");

    assertThat(secrets.reveal(stars)).isEqualTo("redis://:***@h");
  }

  @Test
  void valuesWithoutSecretsStay() {
    assertThat(hide("redis://h")).isEqualTo("redis://h");
    assertThat(secrets.hide("local-merge.emit.when", "v > 4 AND k = 'a@b'"))
        .isEqualTo("v > 4 AND k = 'a@b'");
    assertThat(secrets.reveal("redis://h")).isEqualTo("redis://h");
  }

  @Test
  void theControlChannelsAddressIsHidden() {
    String address = "redis://me:secret@h:6379/channel";
    String shown = secrets.hide("partition.control", address);
    RelHint hint = RelHint.builder("TRILINK").hintOption("partition.control", shown).build();

    assertThat(shown).isEqualTo("redis://me:***@h:6379/channel");
    assertThat(HintOptions.parse(hint, secrets).get(TrilinkOptions.PARTITION_CONTROL))
        .contains(address);
    assertThat(HintOptions.parse(hint))
        .as("not revealed")
        .hasToString("partition.control=" + shown);
  }

  @Test
  void mistypedOptionsHideTheirValues() {
    assertThat(secrets.hide("global-merge.stor", "redis://:s e@h")).isEqualTo("redis://:***@h");
    assertThat(secrets.hide("GLOBAL-MERGE.STORE ", ":secret@h")).isEqualTo(":***@h");
  }

  @Test
  void theOptionsOfAHintHaveTheRealValue() {
    RelHint hint =
        RelHint.builder("TRILINK")
            .hintOption("global-merge.store", hide("redis://:secret@h"))
            .build();
    HintOptions options = HintOptions.parse(hint, secrets);

    assertThat(options.get(TrilinkOptions.GLOBAL_MERGE_STORE)).contains("redis://:secret@h");
    assertThat(options).hasToString("global-merge.store=redis://:***@h");
  }
}
