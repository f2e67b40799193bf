/* A whole wasm bot: sheds the most points. Build, with Debian's clang and lld:
 *   clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry,--strip-all,-z,stack-size=8192 -o greedy.wasm greedy.c
 */
#include "powergrab.h"

static view v;

__attribute__((export_name("powergrab_view"))) int powergrab_view(void) { return (int)(uintptr_t)&v; }

/* The dearest card that is no bluff, the first of equals; else what is no card. */
static int dearest(void) {
    int best = -1, other = 0;
    for (int i = 0; i < v.n_options; i++) {
        if (v.options[i].is_choice) other = i;
        else if (!v.options[i].bluff && (best < 0 || v.options[i].card.points > v.options[best].card.points)) best = i;
    }
    return best < 0 ? other : best;
}

static int strongest_colour(void) {
    uint32_t points[5] = {0};
    int best = 0;
    for (int i = 0; i < v.n_hand; i++) points[v.hand[i].colour] += v.hand[i].points;
    for (int c = 1; c < 4; c++)
        if (points[c] > points[best]) best = c;
    return best;
}

__attribute__((export_name("powergrab_decide"))) int powergrab_decide(void) {
    switch (v.question) {
    case TURN:
    case DRAWN:
        return dearest();
    case COLOUR:
    case UPCARD:
        return strongest_colour();
    case REACT:
        for (int i = 0; i < v.n_options; i++)
            if (v.options[i].choice == BLOCK) return i;
        return 0;
    default:
        return 0;
    }
}
