package org.trilink.runtime.merge.store;

/** A store did not do what it was asked for. */
public class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean passing;

  /**
   * Creates it.
   *
   * @param passing whether the same request may succeed later: the connection was lost, the server
   *     restarts, another transaction was in the way
   */
  StoreException(String message, boolean passing, Throwable cause) {
    super(StoreAddress.mask(message), cause);
    this.passing = passing;
  }

  /** For a refusal that has no cause but what the store holds. */
  StoreException(String message) {
    super(message);
    this.passing = false;
  }

  /** Whether the same request may succeed later. */
  public boolean isPassing() {
    return passing;
  }
}
