"""The betting rules, clause by clause and case by case: read these tests to learn the rules."""
