/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Keys: rows that carry the key group that they were placed in, and lookups by a record's key,
 * without a copy of the key and without boxing.
 */
package org.trilink.runtime.key;
