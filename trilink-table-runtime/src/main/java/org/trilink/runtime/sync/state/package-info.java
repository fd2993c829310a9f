/**
 * Handing over keyed state: the state and timers of single keys are taken out of one subtask of a
 * keyed operator and put into another's, while the job runs.
 *
 * <p>{@link org.trilink.runtime.sync.state.KeyedStateMover} does it, for any of Flink's keyed
 * operators on its heap or RocksDB backend. It works below the states that operators see, on the
 * entries that backends store, so that state with a TTL keeps its time stamps, and states that
 * nobody has asked for since a restore are moved, too. What an operator keeps of its keys beside
 * the backend it hands over itself ({@link org.trilink.runtime.sync.state.HandsOverKeys}).
 *
 * <p>Every access to Flink that its interfaces do not offer is in one class a part: {@link
 * org.trilink.runtime.sync.state.MovableOperator}, {@link
 * org.trilink.runtime.sync.state.HeapStateAccess}, {@link
 * org.trilink.runtime.sync.state.RocksDbStateAccess}, {@link
 * org.trilink.runtime.sync.state.TimerAccess}, {@link
 * org.trilink.runtime.sync.state.StockKeyCaches}. Another version of Flink needs other ones of
 * these, and nothing else.
 */
package org.trilink.runtime.sync.state;
