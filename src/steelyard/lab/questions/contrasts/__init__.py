"""Whether metrics prefer a good translation to a wrong one, by what is wrong."""
