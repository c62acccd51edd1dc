package org.decorum.stage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class StageArchitectureTest {

    private static final String PROCESSOR_API = "org.apache.kafka.streams.processor..";
    private static final String STORES = "org.apache.kafka.streams.state..";

    private static final JavaClasses STAGE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.decorum.stage");

    /**
     * {@code error} names where a record stood, {@code sim} plays a store, {@code query} reads one and writes none;
     * {@code bench.bare} is another application.
     */
    @Test
    void onlyProcessorsStoresAndTheTopologyTouchTheProcessorApi() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        in("processor"),
                        in("store"),
                        in("topology"),
                        in("error"),
                        in("query"),
                        in("sim"),
                        in("bench.bare"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PROCESSOR_API, STORES)
                .check(STAGE);
        classes()
                .that()
                .resideInAPackage(in("error"))
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(STORES, in("store"), in("processor"))
                .check(STAGE);
        noClasses()
                .that()
                .resideInAPackage(in("query"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(PROCESSOR_API)
                .check(STAGE);
        noClasses()
                .that()
                .resideInAPackage(in("sim"))
                .should()
                .dependOnClassesThat()
                .haveNameMatching(".*\\.(ProcessorContext|Processor|Punctuator|Topology|KafkaStreams)")
                .check(STAGE);
    }

    @Test
    void httpReachesStoresThroughQueriesOnly() {
        noClasses()
                .that()
                .resideInAPackage(in("http"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(in("store"), in("processor"), in("topology"), STORES)
                .check(STAGE);
    }

    @Test
    void nobodyUsesTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage(in("cli"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(in("cli"))
                .check(STAGE);
    }

    @Test
    void theWorkDoesNotKnowWhoRunsIt() {
        noClasses()
                .that()
                .resideInAnyPackage(in("processor"), in("store"), in("error"), in("config"), in("policy"), in("table"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(in("runtime"), in("http"), in("cli"), in("sim"))
                .check(STAGE);
    }

    /** Their clients are in no image and on no stage's class path. */
    @Test
    void onlyPeersTouchTheClientsOfOtherServers() {
        noClasses()
                .that()
                .resideOutsideOfPackage(in("bench.peers"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "redis.clients..",
                        "org.postgresql..",
                        "java.sql..",
                        "crawlercommons.urlfrontier..",
                        "io.grpc..")
                .check(STAGE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.decorum.stage.(*)..").should().beFreeOfCycles().check(STAGE);
    }

    @Test
    void onlyCommandsWriteOnTheConsole() {
        noClasses()
                .that()
                .resideOutsideOfPackage(in("cli"))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(STAGE);
    }

    /** Kafka's clock comes with the context; {@code nanoTime} measures how long a tick works, and nothing else. */
    @Test
    void theWorkReadsNoClock() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        in("processor"), in("store"), in("error"), in("policy"), in("table"), "org.decorum.stage.sim")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(STAGE);
        noClasses()
                .that()
                .resideInAnyPackage(
                        in("processor"), in("store"), in("error"), in("policy"), in("table"), "org.decorum.stage.sim")
                .and()
                .doNotHaveSimpleName("OriginProcessor")
                .should()
                .callMethod(System.class, "nanoTime")
                .check(STAGE);
    }

    @Test
    void theWorkAndTheSimulationDrawNoUnseededRandomNumbers() {
        noClasses()
                .that()
                .resideInAnyPackage(in("processor"), in("store"), "org.decorum.stage.sim")
                .should()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocalRandom.class)
                .check(STAGE);
    }

    private static String in(String name) {
        return "org.decorum.stage." + name + "..";
    }
}
