package org.decorum.stage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.decorum.stage.error.StopCause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExitCodeTest {

    @ParameterizedTest
    @EnumSource(StopCause.class)
    void theHelpOfTheStageNamesTheCodeOfEachCause(StopCause cause) {
        assertThat(Run.of("stage", "--help").out()).containsPattern("\n +" + ExitCode.of(cause) + "  +\\S");
    }

    @Test
    void aCommandFailsWithTheCodeThatItsFailureNames() {
        assertThat(Failures.exitCode(new CliException(ExitCode.UNAUTHORIZED, "refused")))
                .isEqualTo(ExitCode.UNAUTHORIZED);
        assertThat(Failures.exitCode(new CliException("failed"))).isEqualTo(ExitCode.FAILED);
    }
}
