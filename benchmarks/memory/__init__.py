"""What memory every command takes: inputs of any size, jobs, formulas, and the table of both."""
