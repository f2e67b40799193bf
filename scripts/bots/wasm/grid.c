/* A whole wasm bot for Grid: scores what it can, else lays its highest number. Build, with Debian's clang and lld:
 *   clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry,--strip-all,-z,stack-size=8192 -o grid.wasm grid.c
 */
#include "powergrab_grid.h"

static view v;

__attribute__((export_name("powergrab_view"))) int powergrab_view(void) { return (int)(uintptr_t)&v; }

__attribute__((export_name("powergrab_decide"))) int powergrab_decide(void) {
    int best = 0;
    if (v.version != 129) __builtin_trap(); /* a game that it does not know */
    if (v.question != TURN) return 0;
    for (int i = 0; i < v.n_options; i++) {
        if (v.options[i].kind == SCORE) return i;
        if (v.options[i].card.points > v.options[best].card.points) best = i;
    }
    return best;
}
