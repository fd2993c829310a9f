/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

/**
 * An operator that may take a record behind the watermark, as long as nothing later of its key was
 * fired: it has no windows, nor patterns.
 */
public interface TakesLateRecords {}
