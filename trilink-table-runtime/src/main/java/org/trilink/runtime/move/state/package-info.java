/**
 * Handing over keyed state: the state and timers of single keys are taken out of one subtask of a
 * keyed operator and put into another's, while the job runs.
 *
 * <p>{@link org.trilink.runtime.move.state.KeyedStateMover} does this for any of Flink's keyed
 * operators on its heap or RocksDB backend. It works on the entries that backends store, below the
 * states that operators see. So state with a TTL keeps its time stamps, and states that were not
 * accessed since a restore are moved, too. Data that an operator keeps of its keys outside of the
 * backend is handed over by the operator itself ({@link
 * org.trilink.runtime.move.state.HandsOverKeys}).
 *
 * <p>Every access to internals of Flink is in one of these classes: {@link
 * org.trilink.runtime.move.state.MovableOperator}, {@link
 * org.trilink.runtime.move.state.HeapStateAccess}, {@link
 * org.trilink.runtime.move.state.RocksDbStateAccess}, {@link
 * org.trilink.runtime.move.state.TimerAccess}, {@link
 * org.trilink.runtime.move.state.StockKeyCaches}. For another version of Flink, only these have to
 * be replaced.
 */
package org.trilink.runtime.move.state;
