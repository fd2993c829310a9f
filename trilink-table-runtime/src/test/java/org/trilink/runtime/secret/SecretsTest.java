/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The secret in an address is not shown, no matter how the address is written. */
class SecretsTest {

  /**
   * %s is the password, %e the correctly encoded password, %r the raw password except for '=',
   * which would start another parameter.
   */
  private static final List<String> SHAPES =
      List.of(
          "redis://:%s@h:6379/1",
          "redis://me:%s@h",
          "redis://%e@h",
          " REDIS://:%s@h ",
          "rediss://:%s@h:6380/1",
          "rediss://me:%s@[::1]:6380",
          "redis://:%s@h:6379?timeout=5",
          "redis:/:%s@h",
          "redis::%s@h",
          "redis:// :%s@h",
          "redis://:%s%%40h:6379",
          "redis://me:%e%%40h",
          ":%s@h:6379",
          "me:%s@h",
          "jdbc:mysql://me:%s@h:3306/d",
          "jdbc:mysql://me:%s@h:3306/d?useSSL=false",
          "jdbc:mariadb://me:%s@h1:3306,h2:3306/d",
          "jdbc:mysql:loadbalance://me:%e@h1,me:%e@h2/d",
          "jdbc:mysql://h:3306/d?user=me&password=%r",
          "jdbc:mysql://h:3306/d?user=me@corp&password=%r",
          "jdbc:mysql://h:3306/d?password=%e&user=me@corp",
          "jdbc:mysql://h/d?user=me&PASSWORD=%e&useSSL=false",
          "jdbc:mysql://h/d?passwd=%e&useSSL=false",
          "jdbc:mysql://h/d?pwd=%e;x=1",
          "jdbc:mysql://h/d?password1=%e&password2=%e&password3=%e",
          "jdbc:mysql://h/d?trustCertificateKeyStorePassword=%e&sslMode=VERIFY_CA",
          "jdbc:mysql://h/d?clientCertificateKeyStorePassword=%e",
          "jdbc:mysql://h/d?p%%61ssword=%e&user=me",
          "jdbc:mysql://h/d?%%70%%41%%53%%53word=%e",
          "jdbc:mysql://h/d?p%%2561ssword=%e",
          "jdbc:mysql://h/d?password%%31=%e",
          "jdbc:mysql://h/d? password = %e",
          "jdbc:mysql://(host=h,port=3306,user=me,password=%e)/d",
          "jdbc:mysql://address=(host=h)(user=me)(password=%e)/d",
          "jdbc:mysql://[(host=h1,password=%e),(host=h2,passwd=%e)]/d",
          "jdbc:mysql://h/d;secretToken=%e",
          "s3://key:%s@bucket/history.csv");

  private static final String SPECIAL = "/@:#%?+!$*~.,;=&()[]{}<>^|`\\ -_\"";

  private static String address(String shape, String password) {
    String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    return shape
        .replace("%s", password)
        .replace("%r", password.replace("=", ""))
        .replace("%e", encoded)
        .replace("%%", "%");
  }

  /** Letters, digits and other characters, such that both halves can be searched for. */
  private static List<String> passwords() {
    Random random = new Random(22);
    List<String> passwords = new ArrayList<>(List.of("SEKRET-Q0Q", "SEK/RETQ0Q", "SEK@RETQ0Q"));
    for (int i = 0; i < 300; i++) {
      StringBuilder password = new StringBuilder("SEKRET");
      for (int j = random.nextInt(4); j >= 0; j--) {
        password.insert(
            random.nextInt(password.length() + 1),
            SPECIAL.charAt(random.nextInt(SPECIAL.length())));
      }
      passwords.add(password + "Q0Q");
    }
    return passwords;
  }

  private static void assertHidden(String shown, String password, String address) {
    for (String part : password.split("[^A-Z0-9]+", -1)) {
      if (part.length() > 2) { // shorter ones may be contained by chance
        assertThat(shown).as("%s of %s", part, address).doesNotContain(part);
      }
    }
  }

  @Test
  void noShapeOfAnAddressShowsAnyPartOfItsPassword() {
    for (String shape : SHAPES) {
      for (String password : passwords()) {
        String address = address(shape, password);
        assertHidden(Secrets.maskAddress(address), password, address);
      }
    }
  }

  @Test
  void noOptionInAStatementShowsAnyPartOfItsPassword() {
    for (String shape : SHAPES) {
      for (String password : passwords()) {
        String address = address(shape, password);
        if (address.strip().matches("[a-zA-Z][\\w+.-]*:(?:[\\w+.-]+:)*//.*")) {
          String sql = "SELECT /*+ TRILINK('global-merge.store'='" + address + "') */ k FROM t";
          String shown = Secrets.mask(sql);
          assertHidden(shown, password, address);
          assertThat(shown).startsWith("SELECT /*+ TRILINK(").endsWith("') */ k FROM t");
        }
      }
    }
  }

  @Test
  void noMessageShowsAPasswordThatIsKnown() {
    for (String shape : SHAPES) {
      for (String password : passwords()) {
        String address = address(shape, password);
        List<String> known = Secrets.inAddress(address);
        assertHidden(Secrets.mask("cannot use " + address + ".", known), password, address);
        known.forEach(
            secret ->
                assertThat(Secrets.mask("unknown command 'AUTH " + secret + "'", known))
                    .as(address)
                    .doesNotContain("SEKRET"));
      }
    }
  }

  @Test
  void whatIsMaskedIsMaskedAlike() {
    for (String shape : SHAPES) {
      String masked = Secrets.maskAddress(address(shape, "SEKRET"));
      assertThat(Secrets.maskAddress(masked)).isEqualTo(masked);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "redis://me:s:e@c@localhost, redis://me:***@localhost",
    "rediss://:secret@localhost:6379/1, rediss://:***@localhost:6379/1",
    "redis://secret@localhost, redis://***@localhost",
    "redis://:se/cret@localhost, redis://:***@localhost",
    "redis://localhost:secret, redis://localhost:***",
    "jdbc:mysql://h:3306/d?user=me&password=secret&useSSL=false,"
        + " jdbc:mysql://h:3306/d?user=me&password=***&useSSL=false",
    "jdbc:mysql://h:3306/d?user=me@corp&password=p@ss,"
        + " jdbc:mysql://h:3306/d?user=me@corp&password=***",
    "jdbc:mysql://me:secret@h/d?PASSWORD1=x, jdbc:mysql://me:***@h/d?PASSWORD1=***",
    "'jdbc:mysql://(host=h,password=secret,port=1)/d',"
        + " 'jdbc:mysql://(host=h,password=***,port=1)/d'"
  })
  void showsTheRest(String address, String masked) {
    assertThat(Secrets.maskAddress(address)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://localhost:6379/0",
        "rediss://[::1]:6379",
        "redis://h",
        "jdbc:mysql://h1:3306,h2:3307/d?user=me@corp&useSSL=false",
        "jdbc:mysql://(host=h,port=3306,user=me)/d",
        "jdbc:mysql://address=(host=::1)(port=3306)/d",
        "127.0.0.1:6379",
        "host",
        ""
      })
  void leavesAddressesWithoutSecretsAsTheyAre(String address) {
    assertThat(Secrets.maskAddress(address)).isEqualTo(address);
    assertThat(Secrets.mask(address)).isEqualTo(address);
    assertThat(Secrets.inAddress(address)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "cannot use redis://:secret@h:1, try redis://h:2 | cannot use redis://:***@h:1, try redis://h:2",
        "'password'='secret' and 'user'='me'             | 'password'='***' and 'user'='me'",
        "'url' = 'redis://:se cret''s@h'                 | 'url' = 'redis://:***@h'",
        "properties {password=secret, user=me}           | properties {password=***, user=me}",
        "login password=\"secret\" username=\"me\";      | login password=\"***\" username=\"me\";",
        "v > 4 AND k = 'a@b' AND t <= ts                 | v > 4 AND k = 'a@b' AND t <= ts",
        "using password: YES                             | using password: YES"
      })
  void masksSecretsInTexts(String text, String masked) {
    assertThat(Secrets.mask(text)).isEqualTo(masked);
  }

  @Test
  void longTextsAreMaskedInTimeAndSpace() {
    String text = "'a'='" + "redis://:x".repeat(50_000) + "'";
    assertThat(Secrets.mask(text)).hasSizeLessThan(100);
  }

  @Test
  void errorsAreMaskedWithAllTheirCauses() {
    IllegalStateException error =
        new IllegalStateException(
            "outer", new IllegalArgumentException("no host in redis://:SEKRET@"));
    error.addSuppressed(new IllegalStateException("AUTH 'OTHER'"));
    Throwable masked = Secrets.mask(error, List.of("OTHER"));

    assertThat(masked)
        .hasMessage("java.lang.IllegalStateException: outer")
        .hasStackTraceContaining(
            "MaskedException: java.lang.IllegalArgumentException: no host in redis://:***@")
        .hasStackTraceContaining("MaskedException: java.lang.IllegalStateException: AUTH '***'");
    assertThat(masked.getStackTrace()).isEqualTo(error.getStackTrace());
  }

  @Test
  void errorsWithoutSecretsStayWhatTheyAre() {
    IllegalStateException error =
        new IllegalStateException("outer", new IllegalArgumentException("redis://h"));
    assertThat(Secrets.mask(error, List.of("SEKRET"))).isSameAs(error);
  }
}
