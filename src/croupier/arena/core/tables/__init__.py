"""Tables: seats, hands, prompts and clocks of matches and cash games."""
