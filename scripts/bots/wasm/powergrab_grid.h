/* The view of powergrab's wasm bots for Grid, layout version 1. See docs/wasm.md. */
#ifndef POWERGRAB_GRID_H
#define POWERGRAB_GRID_H
#include <stdint.h>

enum { RED, YELLOW, GREEN, BLUE, NO_COLOUR /* a wild card */ };
enum { DRAW_TWO = 11, SKIP, REVERSE, WILD = 15, WILD_DRAW_FOUR = 18 }; /* 0-9: numbers */
enum { TURN, POSITION, LINE, PAY }; /* questions */
enum { PLACE, TURN_A_LINE, LAY, SCORE, PUT, TURN_IT, PAY_WITH }; /* what an option is */
enum { NONE = 255 };

typedef struct { uint8_t colour, symbol, icon, unused; uint32_t points; } card; /* colour NONE: no card */
typedef struct { uint8_t cards, lines, passes, pile; int32_t points; uint32_t unused; } seat;
typedef struct { uint8_t kind, line; int8_t column, row; card card; } option;
typedef struct { uint8_t seat, unused[3]; card card; } owned;

typedef struct {
    uint8_t version, n_seats, seat, question, n_options, n_hand, n_buried, n_shown;
    uint8_t on_turn, next, first, pile, full, line;
    int8_t column, row;
    uint32_t turn;
    uint8_t due[3], unused;
    uint64_t random;
    card chosen;
    card grid[9];
    seat seats[8];
    option options[128];
    card hand[128], buried[128];
    owned piles[128], shown[128];
} view;

_Static_assert(sizeof(view) == 6864, "layout version 1 of Grid");
#endif
