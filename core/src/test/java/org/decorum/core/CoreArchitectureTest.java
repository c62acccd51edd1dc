package org.decorum.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CoreArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.decorum.core");

    @Test
    void seesTheJdkAndJSpecifyOnly() {
        classes()
                .that()
                .doNotHaveFullyQualifiedName("org.decorum.core.origin.Idna")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.decorum.core..", "org.jspecify.annotations..")
                .check(CORE);
    }

    @Test
    void usesUnicodeTablesInOnePlace() {
        classes()
                .that()
                .haveFullyQualifiedName("org.decorum.core.origin.Idna")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.decorum.core..", "org.jspecify.annotations..", "com.ibm.icu.text..")
                .check(CORE);
    }

    @Test
    void hasNoPackageCycles() {
        slices().matching("org.decorum.core.(*)..").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void readsNoClock() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callConstructor(Date.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(CORE);
        Stream.of(Instant.class, LocalDate.class, LocalDateTime.class, OffsetDateTime.class, ZonedDateTime.class)
                .forEach(type -> noClasses().should().callMethod(type, "now").check(CORE));
    }

    @Test
    void drawsNoUnseededRandomNumber() {
        noClasses()
                .should()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocalRandom.class)
                .check(CORE);
    }

    @Test
    void doesNoInputOrOutputOnTheConsole() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CORE);
    }
}
