package org.decorum.stage.runtime;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.decorum.stage.metrics.MicrometerStageMeters;
import org.decorum.stage.metrics.StageMeters;

/** Meters that let a test do something in the middle of a stream thread's work. */
final class FaultyMeters {

    private FaultyMeters() {}

    static StageMeters beforeEachAdmission(Runnable fault) {
        StageMeters real = new MicrometerStageMeters(new SimpleMeterRegistry());
        return (StageMeters) Proxy.newProxyInstance(
                StageMeters.class.getClassLoader(), new Class<?>[] {StageMeters.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("requestAdmitted")) {
                        fault.run();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
