package org.decorum.fetch.http;

import java.io.IOException;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.decorum.schema.CrawlRelease;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads bodies up to a limit of decoded bytes and hands them on. */
final class Bodies {

    private static final Logger LOG = LoggerFactory.getLogger(Bodies.class);
    private static final long CHUNK_BYTES = 8_192;

    private final @Nullable PageSink sink;
    private final long bytesMax;

    Bodies(@Nullable PageSink sink, long bytesMax) {
        this.sink = sink;
        this.bytesMax = bytesMax;
    }

    /** Reads and hands on; the answer is what is worth a note in the feedback. */
    @Nullable
    String read(CrawlRelease release, Response response) {
        Buffer body = new Buffer();
        boolean cut;
        try {
            cut = fill(body, response.body().source());
        } catch (IOException e) {
            return "body broke: " + e.getMessage();
        }
        if (sink != null
                && !accepted(
                        sink, release, new Page(response.code(), response.headers(), body.readByteString(), cut))) {
            return "page not taken";
        }
        return cut ? "body cut at " + bytesMax + " bytes" : null;
    }

    /** The origin has answered, so a sink that fails is no failed fetch. */
    private static boolean accepted(PageSink sink, CrawlRelease release, Page page) {
        try {
            sink.accept(release, page);
            return true;
        } catch (RuntimeException e) {
            LOG.error("page of {} was not taken", release.getUrl(), e);
            return false;
        }
    }

    private boolean fill(Buffer body, BufferedSource source) throws IOException {
        long leftBytes = bytesMax;
        while (leftBytes > 0) {
            long readBytes = source.read(body, Math.min(CHUNK_BYTES, leftBytes));
            if (readBytes < 0) {
                return false;
            }
            leftBytes -= readBytes;
            if (sink == null) {
                body.clear();
            }
        }
        return !source.exhausted();
    }
}
