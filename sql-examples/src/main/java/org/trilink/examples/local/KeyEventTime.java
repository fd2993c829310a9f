package org.trilink.examples.local;

import java.time.Duration;

/**
 * What the metrics of a job's operators under key-level watermarks say, all subtasks together.
 *
 * @param lateByKeyWatermark records that were late by their own key's watermark
 * @param lateBySubtaskWatermark records that one watermark a subtask would have made late
 * @param activeKeys keys that have a watermark or hold something
 * @param spread from the slowest key's watermark to the fastest's, of the subtask where it is most
 */
public record KeyEventTime(
    long lateByKeyWatermark, long lateBySubtaskWatermark, long activeKeys, Duration spread) {}
