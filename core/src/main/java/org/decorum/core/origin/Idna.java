package org.decorum.core.origin;

import com.ibm.icu.text.IDNA;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * WHATWG "domain to ASCII" with {@code beStrict} false: UTS-46 processing, non-transitional, CheckHyphens and
 * VerifyDnsLength off, CheckBidi and CheckJoiners on, UseSTD3ASCIIRules off. The only class that sees ICU4J.
 */
final class Idna {
    private static final IDNA UTS46 = IDNA.getUTS46Instance(
            IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ | IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE);

    /** What ICU always checks and the URL Standard does not. */
    private static final Set<IDNA.Error> TOLERATED = EnumSet.of(
            IDNA.Error.EMPTY_LABEL,
            IDNA.Error.LABEL_TOO_LONG,
            IDNA.Error.DOMAIN_NAME_TOO_LONG,
            IDNA.Error.LEADING_HYPHEN,
            IDNA.Error.TRAILING_HYPHEN,
            IDNA.Error.HYPHEN_3_4);

    private Idna() {}

    /**
     * The A-label form of a domain, or empty when UTS-46 refuses it. A lone surrogate is refused here: the mapping could
     * drop an ignored character between two of them and make a pair.
     */
    static Optional<String> toAscii(String domain) {
        if (domain.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            return Optional.empty();
        }
        IDNA.Info info = new IDNA.Info();
        String ascii = UTS46.nameToASCII(domain, new StringBuilder(domain.length() + 16), info)
                .toString();
        return TOLERATED.containsAll(info.getErrors()) ? Optional.of(ascii) : Optional.empty();
    }
}
