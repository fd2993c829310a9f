/**
 * Advice on hints for people who ask for it: plans a statement without hints, has its keyed
 * operators sampled, and says what that recommends and why.
 */
package org.trilink.advice;
