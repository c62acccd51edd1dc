package org.decorum.fetch.http;

import java.net.Proxy;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/** Sets up OkHttp so that one release is one request. */
final class HttpClients {

    /** Below the 5 s after which Apache and Node close idle connections: a request on a dying one is lost. */
    private static final long KEEP_ALIVE_SECONDS = 4;

    private HttpClients() {}

    static OkHttpClient client(HttpOptions options) {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequests(options.requestsMax());
        dispatcher.setMaxRequestsPerHost(options.requestsMax());
        return new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(options.requestsMax(), KEEP_ALIVE_SECONDS, TimeUnit.SECONDS))
                .dns(new PinnedDns(options.resolver(), options.guard()))
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .connectTimeout(options.connectTimeout())
                .readTimeout(options.timeout())
                .writeTimeout(options.timeout())
                .callTimeout(options.timeout())
                .addNetworkInterceptor(Sending::intercept)
                .eventListener(Sending.ON_THE_WIRE)
                .build();
    }
}
