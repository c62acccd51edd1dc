package org.decorum.wire;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Input reads the wire, the wire asks registries, and nobody looks back. */
class WireArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.decorum.wire");

    @Test
    void registriesKnowNothingOfRecords() {
        classes()
                .that()
                .resideInAPackage("org.decorum.wire.registry")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages("org.decorum.schema", "org.decorum.wire", "org.decorum.wire.input")
                .check(CLASSES);
    }

    @Test
    void theWireKnowsNothingOfInput() {
        noClasses()
                .that()
                .resideInAPackage("org.decorum.wire")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.decorum.wire.input")
                .check(CLASSES);
    }

    @Test
    void messagesNeedNobody() {
        classes()
                .that()
                .resideInAPackage("org.decorum.wire.text")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "org.decorum.wire.text")
                .check(CLASSES);
    }
}
