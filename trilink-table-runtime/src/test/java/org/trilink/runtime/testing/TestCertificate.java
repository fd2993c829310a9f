/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A self-signed certificate and its key, as files for Java and for a server. */
public final class TestCertificate {

  public static final String PASSWORD = "password";
  private static final String ALIAS = "redis";

  private final Path folder;

  private TestCertificate(Path folder) {
    this.folder = folder;
  }

  /** Generates a certificate for a host, e.g. {@code dns:localhost}. */
  public static TestCertificate generate(Path folder, String host) throws Exception {
    TestCertificate certificate = new TestCertificate(folder);
    certificate.generateKeystore(host);
    certificate.writeOtherFiles();
    return certificate;
  }

  private void generateKeystore(String host) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=Redis",
                "-ext",
                "SAN=" + host,
                "-storetype",
                "PKCS12",
                "-keystore",
                keystore().toString(),
                "-storepass",
                PASSWORD)
            .inheritIO()
            .start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IllegalStateException("keytool failed.");
    }
  }

  private void writeOtherFiles() throws Exception {
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream content = Files.newInputStream(keystore())) {
      own.load(content, PASSWORD.toCharArray());
    }
    Certificate certificate = own.getCertificate(ALIAS);
    writePem(certificateFile(), "CERTIFICATE", certificate.getEncoded());
    writePem(keyFile(), "PRIVATE KEY", own.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());

    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, certificate);
    try (OutputStream content = Files.newOutputStream(truststore())) {
      trusted.store(content, PASSWORD.toCharArray());
    }
  }

  private static void writePem(Path file, String what, byte[] content) throws Exception {
    String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
  }

  public Path keystore() {
    return folder.resolve("keystore.p12");
  }

  public Path truststore() {
    return folder.resolve("truststore.p12");
  }

  public Path certificateFile() {
    return folder.resolve("certificate.pem");
  }

  public Path keyFile() {
    return folder.resolve("key.pem");
  }
}
