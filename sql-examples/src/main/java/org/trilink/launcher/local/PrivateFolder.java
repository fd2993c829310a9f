/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/** A folder of this user's alone, in one that everybody may write to. */
final class PrivateFolder {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFolder() {}

  /**
   * The folder {@code <name>-<user>}, which is made if it is not there.
   *
   * @param shared the folder that everybody may write to
   * @throws CommandFailure if something is there that another user made, or may change
   */
  static Path in(Path shared, String name) {
    Path folder =
        shared.resolve(name + "-" + System.getProperty("user.name").replaceAll("[^\\w.-]", "_"));
    try {
      createIfMissing(folder);
      PosixFileAttributes found =
          Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!found.isDirectory()
          || !found.permissions().equals(OWNER_ONLY)
          || !found.owner().equals(self(shared))) {
        throw new CommandFailure(
            folder
                + " is not a folder that is yours and closed to all others, so it is not used;"
                + " remove it, or set JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR to another folder for"
                + " temporary files");
      }
      return folder;
    } catch (IOException e) {
      throw new CommandFailure("cannot make the folder " + folder + ": " + FileErrors.reason(e), e);
    }
  }

  private static void createIfMissing(Path folder) throws IOException {
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      // Its owner and kind are checked in any case.
      return;
    }
  }

  /** Who owns what this process makes: the name alone may be unknown to the system. */
  private static UserPrincipal self(Path shared) throws IOException {
    Path file = Files.createTempFile(shared, "trilink", null);
    try {
      return Files.getOwner(file);
    } finally {
      Files.delete(file);
    }
  }
}
