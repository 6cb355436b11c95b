/* The dice game of two gap:1,2 players, written for speed: what the compiled simulator is measured
   against. It draws chance as qwixx.engine.stream does, so it must arrive at the same totals. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYERS = 2, COLOURS = 4, LAST = 10 };

static uint64_t stream;
static int after[PLAYERS][COLOURS], crosses[PLAYERS][COLOURS], penalties[PLAYERS], closed[COLOURS];

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint64_t bits(void) { return mix(stream += UINT64_C(0x9E3779B97F4A7C15)); }

static int cell(int colour, int number) { return colour < 2 ? number : LAST - number; }

static int skips(int seat, int colour, int number) { return cell(colour, number) - after[seat][colour]; }

static int may_cross(int seat, int colour, int number)
{
    int place = cell(colour, number);
    return place >= after[seat][colour] && (place < LAST || crosses[seat][colour] >= 5);
}

static void cross(int seat, int colour, int number)
{
    int place = cell(colour, number);
    after[seat][colour] = place + 1;
    crosses[seat][colour] += 1 + (place == LAST);
    closed[colour] |= place == LAST;
}

static int over(void) { return closed[0] + closed[1] + closed[2] + closed[3] >= 2; }

static int common_choice(int seat, int number)
{
    int best = -1, fewest = 2;
    for (int colour = 0; colour < COLOURS; colour++)
        if (!closed[colour] && may_cross(seat, colour, number) && skips(seat, colour, number) < fewest) {
            best = colour;
            fewest = skips(seat, colour, number);
        }
    return best;
}

static int own_choice(int seat, const int *dice, int limit)
{
    int best = -1, fewest = limit + 1;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int white = 0; white < 2 && !closed[colour]; white++) {
            int number = dice[white] + dice[2 + colour];
            if (may_cross(seat, colour, number) && skips(seat, colour, number) < fewest) {
                best = colour * (LAST + 1) + number;
                fewest = skips(seat, colour, number);
            }
        }
    return best;
}

static void play(void)
{
    int active = (int)(((bits() >> 11) * PLAYERS) >> 53);
    for (;;) {
        uint64_t digits = bits() >> 4;
        int dice[6], chosen[PLAYERS];
        for (int die = 0; die < 6; die++) {
            digits *= 6;
            dice[die] = (int)(digits >> 60);
            digits &= (UINT64_C(1) << 60) - 1;
        }
        int number = dice[0] + dice[1];
        for (int seat = 0; seat < PLAYERS; seat++)
            chosen[seat] = common_choice(seat, number);
        for (int seat = 0; seat < PLAYERS; seat++)
            if (chosen[seat] >= 0)
                cross(seat, chosen[seat], number);
        if (over())
            return;
        int crossed = chosen[active] >= 0;
        int own = own_choice(active, dice, crossed ? 1 : 2);
        if (own >= 0)
            cross(active, own / (LAST + 1), own % (LAST + 1));
        if (over())
            return;
        if (!crossed && own < 0 && ++penalties[active] == 4)
            return;
        active = 1 - active;
    }
}

static int total(int seat)
{
    int points = -5 * penalties[seat];
    for (int colour = 0; colour < COLOURS; colour++)
        points += crosses[seat][colour] * (crosses[seat][colour] + 1) / 2;
    return points;
}

int main(int count, char **words)
{
    uint64_t seed = count > 1 ? strtoull(words[1], NULL, 10) : 1;
    uint64_t games = count > 2 ? strtoull(words[2], NULL, 10) : 1000000;
    int64_t points = 0;
    clock_t began = clock();
    for (uint64_t game = 0; game < games; game++) {
        stream = mix(mix(mix(seed) + game));
        memset(after, 0, sizeof after);
        memset(crosses, 0, sizeof crosses);
        memset(penalties, 0, sizeof penalties);
        memset(closed, 0, sizeof closed);
        play();
        points += total(0) + total(1);
    }
    printf("%" PRId64 " %.9f\n", points, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
