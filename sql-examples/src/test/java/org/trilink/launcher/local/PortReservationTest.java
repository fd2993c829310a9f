/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortReservationTest {

  private static final int PORT = 1;

  @TempDir private Path temp;

  @Test
  void aPortIsGivenAwayOnce() {
    int port = HostAddress.LOOPBACK.freePort();

    assertThat(HostAddress.LOOPBACK.isFree(port)).isTrue();
    assertThat(PortReservation.take(port)).isFalse();
    assertThat(HostAddress.LOOPBACK.freePortPreferably(port)).isNotEqualTo(port);
  }

  @Test
  void connectionsAreNotGivenThePortsOfServers() throws IOException {
    Path range = Files.writeString(temp.resolve("range"), "20000\t60999\n");

    assertThat(ServerPorts.endOf(range)).isEqualTo(20_000);
    assertThat(ServerPorts.endOf(temp.resolve("none"))).as("not told").isEqualTo(15_000);
    int firstOfConnections = ServerPorts.endOf(ServerPorts.RANGE);
    assumeTrue(firstOfConnections > 16_000, "connections may use all ports here");
    assertThat(Stream.generate(HostAddress.LOOPBACK::freePort).limit(10))
        .allMatch(port -> port >= 15_000 && port < firstOfConnections)
        .doesNotHaveDuplicates();
  }

  @Test
  void thePortsOfAUserAreInAFolderThatNobodyElseCanOpen() throws IOException {
    assertThat(PortReservation.take(temp, PORT)).isTrue();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(folder())) {
      assertThat(files).containsExactly(folder().resolve("1"));
    }
    try (Stream<Path> files = Files.list(temp)) {
      assertThat(files).as("nothing else is left").containsExactly(folder());
    }
    assertThat(PortReservation.take(temp, PORT)).isFalse();
  }

  @Test
  void aSymbolicLinkIsNotFollowed() throws IOException {
    Path target = Files.createDirectory(temp.resolve("target"));
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(folder(), target);

    assertRefused();
    assertThat(target).isEmptyDirectory();
  }

  @Test
  void aFolderThatOthersMayWriteToIsNotUsed() throws IOException {
    Files.createDirectory(folder());
    Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertRefused();
    assertThat(folder()).isEmptyDirectory();
  }

  /** Only as root: other users cannot create a folder of another user. */
  @Test
  void aFolderOfAnotherUserIsNotUsed() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
    Files.createDirectory(
        folder(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.setOwner(
        folder(),
        folder().getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

    assertRefused();
    assertThat(folder()).isEmptyDirectory();
  }

  private Path folder() {
    return temp.resolve("trilink-ports-" + System.getProperty("user.name"));
  }

  private void assertRefused() {
    assertThatThrownBy(() -> PortReservation.take(temp, PORT))
        .isInstanceOf(CommandFailure.class)
        .hasMessageStartingWith(
            folder() + " is not a folder that is yours and closed to all others");
  }
}
