package org.trilink.runtime.merge.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passwords are never shown. */
class StoreAddressTest {

  @ParameterizedTest
  @CsvSource({
    "redis://localhost:6379/0, redis://localhost:6379/0",
    "redis://:secret@localhost:6379, redis://:***@localhost:6379",
    "redis://me:s:e@c@localhost, redis://me:***@localhost",
    "jdbc:mysql://h:3306/d?user=me&password=secret&useSSL=false,"
        + " jdbc:mysql://h:3306/d?user=me&password=***&useSSL=false",
    "jdbc:mysql://me:secret@h/d?PASSWORD1=x, jdbc:mysql://me:***@h/d?PASSWORD1=***",
    "'jdbc:mysql://(host=h,password=secret)/d', 'jdbc:mysql://(host=h,password=***)/d'"
  })
  void masked(String address, String masked) {
    assertThat(StoreAddress.of(address)).hasToString(masked);
  }
}
