/** Records on the wire: Confluent's framing around Avro, with the schema looked up in a registry. */
@NullMarked
package org.decorum.wire;

import org.jspecify.annotations.NullMarked;
