package org.decorum.core.origin;

/** Which origin pays for a site at present. */
public interface Aliases {

    /** Every site is an origin of its own. */
    Aliases NONE = siteKey -> siteKey;

    /** The origin key of a site: another one where an alias says so, otherwise the site itself. */
    String originOf(String siteKey);
}
