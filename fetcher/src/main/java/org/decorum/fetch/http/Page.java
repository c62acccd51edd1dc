package org.decorum.fetch.http;

import okhttp3.Headers;
import okio.ByteString;

/**
 * An answer with its body.
 *
 * @param body decoded bytes, at most as many as the fetcher was told to read
 * @param cut whether there was more
 */
public record Page(int status, Headers headers, ByteString body, boolean cut) {}
