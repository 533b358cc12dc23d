"""PokerStars texts of our own, small, for tests: no line of them was ever dealt."""

CASH = """\
PokerStars Hand #7001:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/05/06 7:08:09 CET [2024/05/06 1:08:09 ET]
Table 'Vesta II' 6-max Seat #2 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob: folds ($55.25 in chips)
Seat 4: $Cy [x] ($40 in chips)
Seat 5: Дора (VIP) ($12.50 in chips)
$Cy [x]: posts small blind $0.50
Дора (VIP): posts big blind $1
*** HOLE CARDS ***
Dealt to $Cy [x] [Ah Kd]
Ann: raises $2 to $3
Bob: folds: folds
$Cy [x] said, "Ann: folds"
$Cy [x]: calls $2.50
Дора (VIP): raises $9.50 to $12.50 and is all-in
Ann: folds
$Cy [x]: calls $9.50
*** FLOP *** [2c 7d Ks]
*** TURN *** [2c 7d Ks] [3h]
*** RIVER *** [2c 7d Ks 3h] [9s]
*** SHOW DOWN ***
$Cy [x]: shows [Ah Kd] (a pair of Kings)
Дора (VIP): mucks hand
$Cy [x] collected $26.60 from pot
*** SUMMARY ***
Total pot $28 | Rake $1.40
Board [2c 7d Ks 3h 9s]
Seat 1: Ann folded before Flop
Seat 2: Bob: folds (button) folded before Flop (didn't bet)
Seat 4: $Cy [x] (small blind) showed [Ah Kd] and won ($26.60) with a pair of Kings
Seat 5: Дора (VIP) (big blind) mucked [Qh Qd]
"""

DEAD_BLIND = """\
PokerStars Hand #7002:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/05/06 7:09:09 ET
Table 'Vesta II' 6-max Seat #1 is the button
Seat 1: one ($193.65 in chips)
Seat 2: two ($0.55 in chips)
Seat 3: three ($100.50 in chips)
Seat 4: four ($100.50 in chips)
Seat 5: five ($290.43 in chips)
Seat 6: six ($78.10 in chips) is sitting out
two: posts small blind $0.50
three: posts big blind $1
four: posts small blind $0.50
*** HOLE CARDS ***
four: raises $2 to $3
five: raises $6 to $9
one: folds
two: folds
three: folds
four: folds
Uncalled bet ($6) returned to five
five collected $8 from pot
*** SUMMARY ***
Total pot $8 | Rake $0
"""

POSTS = """\
PokerStars Hand #7003:  Hold'em No Limit ($1/$2 USD) - 2024/05/06 7:10:09 ET
Table 'Vesta II' 6-max Seat #6 is the button
Seat 1: a ($200 in chips)
Seat 2: b ($200 in chips)
Seat 3: c ($200 in chips)
Seat 4: d ($200 in chips)
Seat 6: e ($200 in chips)
a: posts small blind $1
b: posts big blind $2
c: posts small & big blinds $3
d: posts big blind $2
*** HOLE CARDS ***
c: checks
d: checks
e: folds
a: folds
b: checks
*** FLOP *** [2c 7d Ks]
b: bets $4
c: folds
d: folds
Uncalled bet ($4) returned to b
b collected $8 from pot
b: shows [Ah As] (a pair of Aces)
*** SUMMARY ***
Total pot $8 | Rake $0
"""

TOURNAMENT = """\
PokerStars Hand #7004: Tournament #99, $3.00+$0.30 USD Hold'em No Limit - Level IV (50/100) - 2024/05/06 7:11:09 ET
Table '99 1' 9-max Seat #3 is the button
Seat 1: a (1500 in chips)
Seat 2: b (90 in chips)
Seat 3: c (3000 in chips)
a: posts the ante 10
b: posts the ante 10
c: posts the ante 10
a: posts small blind 50
b: posts big blind 80 and is all-in
*** HOLE CARDS ***
c: calls 100
a: raises 300 to 400
c: folds
Uncalled bet (300) returned to a
*** FLOP *** [2c 7d Ks]
*** TURN *** [2c 7d Ks] [3h]
*** RIVER *** [2c 7d Ks 3h] [9s]
*** SHOW DOWN ***
a: shows [Ah Ad] (a pair of Aces)
a collected 40 from side pot
b: shows [Kh Qd] (a pair of Kings)
a collected 270 from main pot
b finished the tournament in 3rd place
*** SUMMARY ***
Total pot 310 Main pot 270. Side pot 40. | Rake 0
Board [2c 7d Ks 3h 9s]
"""

STUD = """\
PokerStars Hand #7005:  7 Card Stud Hi/Lo Limit ($2/$4 USD) - 2024/05/06 7:12:09 ET
Table 'Stud' 8-max
Seat 1: a ($50 in chips)
Seat 3: b ($50 in chips)
Seat 4: c ($50 in chips)
a: posts the ante $0.20
b: posts the ante $0.20
c: posts the ante $0.20
*** 3rd STREET ***
Dealt to a [Kc]
Dealt to b [Ah 3d 4s]
Dealt to c [2c]
c: brings in for $1
a: folds
b: raises $1 to $2
c: calls $1
*** 4th STREET ***
Dealt to b [Ah 3d 4s] [5h]
Dealt to c [2c] [Jd]
c: checks
b: bets $2
c: calls $2
*** 5th STREET ***
Dealt to b [Ah 3d 4s 5h] [Kd]
Dealt to c [2c Jd] [Jh]
c: checks
b: checks
*** 6th STREET ***
Dealt to b [Ah 3d 4s 5h Kd] [7h]
Dealt to c [2c Jd Jh] [8s]
c: checks
b: checks
*** RIVER ***
Dealt to b [Ah 3d 4s 5h Kd 7h] [9c]
c: checks
b: checks
*** SHOW DOWN ***
c: shows [Qc Qs 2c Jd Jh 8s Tc] (HI: two pair, Queens and Jacks)
b: shows [Ah 3d 4s 5h Kd 7h 9c] (HI: high card Ace; LO: 7,5,4,3,A)
c collected $4.30 from pot
b collected $4.30 from pot
*** SUMMARY ***
Total pot $8.60 | Rake $0
"""

DRAW = """\
PokerStars Hand #7006:  Single Draw 2-7 Lowball No Limit ($1/$2 USD) - 2024/05/06 7:13:09 ET
Table 'Draw' 6-max Seat #1 is the button
Seat 1: a ($50 in chips)
Seat 2: b ($50 in chips)
Seat 3: c ($50 in chips)
b: posts small blind $1
c: posts big blind $2
*** DEALING HANDS ***
Dealt to c [2c 3d 4h 7s Kd]
a: calls $2
b: folds
c: checks
c: discards 1 card [Kd]
Dealt to c [2c 3d 4h 7s] [8d]
a: discards 2 cards
c: bets $4
a: calls $4
*** SHOW DOWN ***
c: shows [2c 3d 4h 7s 8d] (Lo: 8,7,4,3,2)
a: mucks hand
c collected $13 from pot
*** SUMMARY ***
Total pot $13 | Rake $0
"""

BIG_BLIND_ANTE = """\
PokerStars Hand #7007: Tournament #99, $3.00+$0.30 USD Hold'em No Limit - Level V (50/100) - 2024/05/06 7:14:09 ET
Table '99 1' 9-max Seat #3 is the button
Seat 1: a (1500 in chips)
Seat 2: b (900 in chips)
Seat 3: c (3000 in chips)
Seat 4: d (700 in chips)
b: posts the ante 100
d: posts small blind 50
a: posts big blind 100
b: posts straddle 200
*** HOLE CARDS ***
c: folds
d: folds
a: folds
Uncalled bet (100) returned to b
b collected 350 from pot
*** SUMMARY ***
Total pot 350 | Rake 0
"""

SHORT_DECK = """\
PokerStars Hand #7008:  6+ Hold'em No Limit (Button Blind $0.10 - Ante $0.05 USD) - 2024/05/06 7:15:09 ET
Table 'Six' 6-max Seat #3 is the button
Seat 1: a ($10 in chips)
Seat 2: b ($10 in chips)
Seat 3: c ($10 in chips)
a: posts the ante $0.05
b: posts the ante $0.05
c: posts the ante $0.05
c: posts button blind $0.10
*** HOLE CARDS ***
a: calls $0.10
b: folds
c: checks
*** FLOP *** [6c 7d Ks]
a: checks
c: bets $0.20
a: folds
Uncalled bet ($0.20) returned to c
c collected $0.34 from pot
*** SUMMARY ***
Total pot $0.35 | Rake $0.01
"""

SAMPLES = {"cash": CASH, "dead": DEAD_BLIND, "posts": POSTS, "tournament": TOURNAMENT, "stud": STUD, "draw": DRAW,
           "bb_ante": BIG_BLIND_ANTE, "short_deck": SHORT_DECK}
