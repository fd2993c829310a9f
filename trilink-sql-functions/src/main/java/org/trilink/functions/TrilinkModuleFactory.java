/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions;

import java.util.Collections;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.factories.ModuleFactory;
import org.apache.flink.table.module.Module;

/** Makes the module {@code trilink} for {@code LOAD MODULE trilink}. */
@PublicEvolving
public final class TrilinkModuleFactory implements ModuleFactory {

  @Override
  public String factoryIdentifier() {
    return TrilinkModule.NAME;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Collections.emptySet();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Collections.emptySet();
  }

  /**
   * The module.
   *
   * @throws ValidationException if there are options, for it has none
   */
  @Override
  public Module createModule(Context context) {
    if (!context.getOptions().isEmpty()) {
      throw new ValidationException(
          String.format(
              "The module '%s' has no options, but WITH sets %s; write LOAD MODULE %s.",
              TrilinkModule.NAME, context.getOptions().keySet(), TrilinkModule.NAME));
    }
    return new TrilinkModule();
  }
}
