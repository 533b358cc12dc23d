"""Number the columns that compiled code writes. `setup.py` writes these constants as a C enum beside this file."""

(HAND, GAME, PLACES, BIG_BLIND, DECISION, STREET, SEAT, PLAYER, POSITION, PLAYERS, LIVE, POT, PRICE, TO_CALL, STACK,
 BET, ACTION, AMOUNT, TO, ALL_IN, RESULT, COLUMNS) = range(22)
# kinds of actions, numbered as in `ACTIONS` of decision_rows.py
A_FOLD, A_CHECK, A_CALL, A_BET, A_RAISE, A_COMPLETE, A_BRING_IN, A_DISCARD, A_STAND_PAT = range(9)
# the maximum space that one hand needs: rows, characters for the hole cards of a row, and characters for its board
HAND_ROWS, CARD_CHARS, BOARD_CHARS = 4096, 14, 10
# the number that means "not known"
NOT_KNOWN = -(1 << 60)
