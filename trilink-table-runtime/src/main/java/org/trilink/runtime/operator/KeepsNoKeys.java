/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

/**
 * Marks a source of synchronous lookups whose functions neither keep nor change the keys that they
 * are called with, or copy what they keep. So a lookup join needs no copies of its input rows.
 */
public interface KeepsNoKeys {}
