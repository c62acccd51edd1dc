package org.decorum.fetch.http;

import java.io.IOException;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import okio.ByteString;
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

    /**
     * What was read of a body.
     *
     * @param bytes empty if nobody wants the page
     * @param cut whether there was more than the limit
     * @param broke whether the rest did not come
     * @param note what is worth one in the feedback
     */
    record Body(
            ByteString bytes,
            boolean cut,
            boolean broke,
            @Nullable String note) {}

    /** Reads up to the limit. */
    Body read(Response response) {
        Buffer body = new Buffer();
        try {
            boolean cut = fill(body, response.body().source());
            return new Body(body.readByteString(), cut, false, cut ? "body cut at " + bytesMax + " bytes" : null);
        } catch (IOException e) {
            return new Body(ByteString.EMPTY, false, true, "body broke: " + e.getMessage());
        }
    }

    /** Gives the page to who wants it; the answer is what is worth a note in the feedback. */
    @Nullable
    String handOn(CrawlRelease release, Response response, Body body) {
        if (sink != null
                && !body.broke()
                && !accepted(sink, release, new Page(response.code(), response.headers(), body.bytes(), body.cut()))) {
            return "page not taken";
        }
        return body.note();
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
