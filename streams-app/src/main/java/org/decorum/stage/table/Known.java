package org.decorum.stage.table;

/** A good record, and what it says. */
record Known<T>(byte[] bytes, T value) {}
