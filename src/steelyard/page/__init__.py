"""Tables and pages of blocks, and every format they are written in: toolkits that know no question."""
