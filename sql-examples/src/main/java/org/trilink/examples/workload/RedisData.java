package org.trilink.examples.workload;

/** What a workload's scripts expect in Redis. */
@FunctionalInterface
public interface RedisData {

  /**
   * Writes it into a server.
   *
   * @param address {@code host:port}
   * @param options what the generated input is made by
   */
  void load(String address, GeneratorOptions options);
}
