/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that this version of Flink has every private field that the runtime reads. */
class StateFieldTest {

  @ParameterizedTest
  @EnumSource
  void isThereOnce(StateField field) throws ClassNotFoundException {
    Field[] fields = Class.forName(field.field().declaring()).getDeclaredFields();

    assertThat(fields).filteredOn(field.field()::isNamed).hasSize(1);
  }

  @Test
  void anotherFlinkIsToldByClassAndField() {
    assertThatThrownBy(() -> StateField.HEAP_STATES.of("no backend", Object.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "Keys cannot be moved: org.apache.flink.runtime.state.heap.HeapKeyedStateBackend"
                + ".registeredKVStates is not as in "
                + SupportedFlink.NAME
                + "; this is "
                + SupportedFlink.NAME)
        .hasRootCauseInstanceOf(NoSuchFieldException.class);
  }

  @Test
  void aValueOfAnotherTypeIsToldToo() {
    Named named = new Named();

    assertThat(new PrivateField(Named.class.getName(), "name").toString())
        .isEqualTo(Named.class.getName() + ".name");
    assertThatThrownBy(() -> Integer.class.cast(new PrivateField("", "name").get(named)))
        .isInstanceOf(ClassCastException.class);
  }

  @Test
  void theDeclaredFieldGoesBeforeOneOfASubclass() throws ReflectiveOperationException {
    Named owner = new AlsoNamed();

    assertThat(new PrivateField(Named.class.getName(), "name").get(owner)).isEqualTo("of Flink");
    assertThat(new PrivateField("another.Class", "name").get(owner)).isEqualTo("stands in");
  }

  @Test
  void setsIt() throws ReflectiveOperationException {
    Named owner = new AlsoNamed();
    PrivateField field = new PrivateField(Named.class.getName(), "name");

    field.set(owner, "other");

    assertThat(field.get(owner)).isEqualTo("other");
  }

  private static class Named {
    private String name = "of Flink";

    @Override
    public String toString() {
      return name;
    }
  }

  private static final class AlsoNamed extends Named {
    private String name = "stands in";

    @Override
    public String toString() {
      return name;
    }
  }
}
