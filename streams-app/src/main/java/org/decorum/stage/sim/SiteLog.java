package org.decorum.stage.sim;

/** The starts of one site, whichever origin booked them. Those that were overtaken are judged by their bookings alone. */
final class SiteLog {

    private final FloorWatch watch = new FloorWatch();
    private String lastOrigin = "";
    private long lastReleaseAtMicros = Long.MIN_VALUE;
    private long lastNumber;

    /** How much too early this start is, microseconds; 0 or less if it is not. */
    long shortfallMicros(Booking booking, long nowMicros, long latenessMicros) {
        String origin = booking.release().getOriginKey();
        boolean overtaken = origin.equals(lastOrigin)
                ? booking.number() <= lastNumber
                : booking.releaseAtMicros() < lastReleaseAtMicros;
        if (overtaken) {
            return 0;
        }
        lastOrigin = origin;
        lastReleaseAtMicros = booking.releaseAtMicros();
        lastNumber = booking.number();
        return watch.shortfallMicros(nowMicros, booking.release().getCost(), booking.site(), latenessMicros);
    }
}
