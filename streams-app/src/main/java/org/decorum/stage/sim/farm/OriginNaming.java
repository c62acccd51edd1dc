package org.decorum.stage.sim.farm;

/** Tells which origin pays for a request, so that the request stands in that origin's log. */
@FunctionalInterface
public interface OriginNaming {

    /** Each Host header, with a port other than the default, is an origin. */
    OriginNaming BY_HOST = (host, path) -> host;

    String originOf(String host, String path);
}
