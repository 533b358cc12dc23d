"""Take luck out of the results of poker hands, so that fewer hands show who plays better."""
