/* The view of powergrab's wasm bots, layout version 1. See docs/wasm.md. */
#ifndef POWERGRAB_H
#define POWERGRAB_H
#include <stdint.h>

enum { RED, YELLOW, GREEN, BLUE, NO_COLOUR /* a wild card */ };
enum { DRAW_ONE = 10, DRAW_TWO, SKIP, REVERSE, GRAB_TWO, WILD, WILD_GRAB, POWER_RING, WILD_DRAW_FOUR }; /* 0-9: numbers */
enum { TURN, DRAWN, GIFT, COLOUR, TOWER, INSTANT_UNO, KEEP, CALL, CATCH, REACT, UPCARD };
enum { ACCEPT, BLOCK, CHALLENGE }; /* choices of REACT; of INSTANT_UNO, CALL, CATCH: 0 yes, 1 no */

typedef struct { uint8_t colour, symbol, icon, unused; uint32_t points; } card;
typedef struct {
    uint8_t cards, towers, named, draw_fours, challenged, guilty, challenges, found;
    uint32_t score, drawn, passed[4];
    uint8_t least[4], most[4];
} seat;
typedef struct { uint8_t is_choice, choice, bluff, unused; card card; } option;
typedef struct { uint8_t seat, unused[3]; card card; } shown_card;

typedef struct {
    uint8_t version, n_seats, seat, question, n_options, n_hand, n_discards, n_shown;
    uint8_t colour, colour_before, on_turn, next, to_the_right, dealer, pile, open_bluff;
    uint32_t turn, round;
    uint64_t random;
    card top;
    uint32_t target_score;
    uint8_t owners[4];
    uint32_t stack;
    uint8_t unused[12];
    seat seats[10];
    option options[128];
    card hand[128], discards[128];
    shown_card shown[128];
} view;

_Static_assert(sizeof(view) == 5584, "layout version 1");
#endif
