package org.decorum.stage.docs;

import java.io.IOException;
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
}
