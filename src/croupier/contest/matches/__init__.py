"""Play duplicate matches, in which every deal is played from every seating: scores, named settings, and the page of a
match.
"""
