"""A folder for each question of the laboratory; `steelyard.questions` says what lies in one."""
