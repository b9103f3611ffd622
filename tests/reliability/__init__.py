"""What must hold whatever happens to the process and wherever it runs; each part is a program with a make target."""
