"""The sting, by clause and by case."""
