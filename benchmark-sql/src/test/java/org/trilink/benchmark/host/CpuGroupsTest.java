/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.launcher.local.CommandFailure;

/** Both versions, in a folder that is laid out like the kernel's. */
class CpuGroupsTest {

  @TempDir private Path folder;

  @Test
  void findsVersion1ByItsController() throws IOException {
    Path cpu = Files.createDirectory(folder.resolve("cpu"));
    Path mounts =
        mounts(
            "proc /proc proc rw,nosuid 0 0",
            "cgroup " + folder + " cgroup rw,relatime,cpuset 0 0",
            "cgroup " + cpu + " cgroup rw,relatime,cpuacct,cpu 0 0");

    assertThat(CpuGroups.find(mounts)).contains(new CpuGroups(CgroupVersion.V1, cpu));
  }

  @Test
  void setsQuotasUnderVersion1() throws IOException {
    NodeCpu cpu = new CpuGroups(CgroupVersion.V1, folder).create("node");
    Path period = file("node/cpu.cfs_period_us", "100000");
    Path quota = file("node/cpu.cfs_quota_us", "-1");

    cpu.limit(0.25);
    assertThat(period).hasContent("50000");
    assertThat(quota).hasContent("12500");

    cpu.unlimited();
    assertThat(quota).hasContent("-1");
  }

  @Test
  void findsVersion2AndHandsTheControllerOn() throws IOException {
    file("cgroup.controllers", "cpuset cpu io memory\n");
    Path handedOn = file("cgroup.subtree_control", "memory\n");

    assertThat(CpuGroups.find(version2())).contains(new CpuGroups(CgroupVersion.V2, folder));
    // as the kernel takes it; the file then has the word without the sign
    assertThat(handedOn).hasContent("+cpu");
  }

  @Test
  void leavesWhatIsHandedOnAlready() throws IOException {
    file("cgroup.controllers", "cpuset cpu io memory\n");
    Path handedOn = file("cgroup.subtree_control", "cpu memory\n");

    assertThat(CpuGroups.find(version2())).isPresent();
    assertThat(handedOn).hasContent("cpu memory\n");
  }

  @Test
  void version2WithoutTheControllerIsNone() throws IOException {
    file("cgroup.controllers", "hugetlb\n");
    file("cgroup.subtree_control", "");

    assertThat(CpuGroups.find(version2())).isEmpty();
  }

  @Test
  void setsQuotasUnderVersion2() throws IOException {
    NodeCpu cpu = new CpuGroups(CgroupVersion.V2, folder).create("node");
    Path max = file("node/cpu.max", "max 100000\n");

    cpu.limit(1.5);
    assertThat(max).hasContent("75000 50000");

    cpu.limit(0.001);
    assertThat(max).hasContent("1000 50000");

    cpu.unlimited();
    assertThat(max).hasContent("max");
  }

  @Test
  void aGroupThatIsGoneIsNamed() {
    NodeCpu cpu = new CpuGroups(CgroupVersion.V2, folder).create("node");

    assertThatThrownBy(() -> cpu.limit(1))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(folder.resolve("node").toString());
  }

  @Test
  void noMountsNoGroups() throws IOException {
    assertThat(CpuGroups.find(mounts("tmpfs /tmp tmpfs rw 0 0"))).isEmpty();
    assertThat(CpuGroups.find(folder.resolve("missing"))).isEmpty();
  }

  private Path version2() throws IOException {
    return mounts("cgroup2 " + folder + " cgroup2 rw,nsdelegate 0 0");
  }

  private Path mounts(String... lines) throws IOException {
    return Files.write(folder.resolve("mounts"), java.util.List.of(lines));
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }
}
