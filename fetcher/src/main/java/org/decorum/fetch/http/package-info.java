/** The reference fetcher: OkHttp, one request per release, and connections only to addresses that were checked. */
@NullMarked
package org.decorum.fetch.http;

import org.jspecify.annotations.NullMarked;
