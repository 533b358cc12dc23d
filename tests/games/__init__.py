"""The games as users meet them: rules, choices, events, views, copies, and everything that can go wrong."""
