package org.decorum.stage.table;

/** A record that was found on the topic. */
record Found(byte[] value, int partition, long offset) {}
