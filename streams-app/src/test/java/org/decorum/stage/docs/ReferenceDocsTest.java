package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceDocsTest {

    @Test
    void theTopologyIsTheOneThatIsBuilt() throws IOException {
        Repository.checkPage("topology-docs/topology.md", TopologyPage.text());
    }

    @Test
    void theSettingsAreThoseThatAreDefined() throws IOException {
        Repository.checkPage("topology-docs/config.md", ConfigPage.text());
    }

    @Test
    void theRecordsAreThoseOfTheContracts() throws IOException {
        Repository.checkPage("topology-docs/records.md", RecordsPage.text());
    }

    @Test
    void theMetricsAreThoseThatAreRegistered() throws IOException {
        Repository.checkPage("topology-docs/metrics.md", MetricsPage.text());
    }

    @Test
    void theCapacityIsTheModels() throws IOException {
        for (Map.Entry<String, String> block : CapacityPage.blocks().entrySet()) {
            Repository.checkBlock(CapacityPage.NAME, block.getKey(), block.getValue());
        }
    }

    /** The model's column; the simulation's is checked by {@code FleetSimulationTest}. Written anew only where they differ. */
    @Test
    void theSimulatedFleetsAreThoseThatTheModelPlans() throws IOException {
        String model = CapacityPage.modelOf(CapacityPage.simulation(false));
        boolean isOld = !CapacityPage.modelOf(Repository.block(CapacityPage.NAME, "simulation"))
                .equals(model);
        if (isOld && Boolean.getBoolean(Repository.WRITE_PROPERTY)) {
            Repository.checkBlock(CapacityPage.NAME, "simulation", CapacityPage.simulation(true));
        }
        assertThat(CapacityPage.modelOf(Repository.block(CapacityPage.NAME, "simulation")))
                .as(
                        "the fleets simulated in %s are no longer those of the model: write the page again",
                        CapacityPage.NAME)
                .isEqualTo(model);
    }
}
