/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlClientProcessIT {

  private static final SqlScript NO_JOB = new SqlScript("CREATE TEMPORARY VIEW v AS SELECT 1;\n");

  @TempDir private Path folder;

  @Test
  void saysWhatIsWrongWithAScriptAndGoesOnWithTheNextInANewSession() {
    WorkFolder work = WorkFolder.create(folder.resolve("run"));
    FlinkConfiguration.write(work, Map.of("rest.address", "127.0.0.1"));
    List<ProcessHandle> clients;
    try (LocalServices services = new LocalServices(TrilinkHome.current(), work)) {
      SqlClientProcess client = new SqlClientProcess(services, Engine.TRILINK, "client");

      assertThatThrownBy(() -> client.submit(new SqlScript("SELECT nonsense FROM nothing;\n")))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("Object 'nothing' not found")
          .hasMessageContaining("client.log");
      for (int script = 0; script < 2; script++) {
        // in the session of the previous script, its table would already exist
        assertThatThrownBy(() -> client.submit(NO_JOB)).hasMessage("the script started no job");
      }
      clients =
          ProcessHandle.current()
              .descendants()
              .filter(process -> process.info().command().orElse("").endsWith("java"))
              .toList();
      assertThat(clients).hasSize(1);
    }

    assertThat(clients.get(0).onExit().join().isAlive()).isFalse();
  }
}
