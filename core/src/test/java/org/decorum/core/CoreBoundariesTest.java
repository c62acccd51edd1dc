package org.decorum.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class CoreBoundariesTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.decorum.core");

    @Test
    void coreSeesTheJdkAndJSpecifyAndIcuFromOneClass() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.decorum.core..", "org.jspecify..", "com.ibm.icu.text..")
                .check(CORE);
        noClasses()
                .that(simpleName("Idna").negate())
                .should()
                .dependOnClassesThat(resideInAPackage("com.ibm.icu.."))
                .check(CORE);
    }
}
