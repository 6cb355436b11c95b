/* A bot for qwixx in C, without a JSON library: it skips as few numbers as it can.
 *
 *     cc -O2 -o c_bot examples/c_bot.c
 *     qwixx arena gap:2,3 exec:./c_bot
 *
 * The trick: a message is one line, written without spaces, and each key that is needed occurs in it
 * once; so strstr finds `"choices":[` and the like. Choices are written without escapes, so each one
 * ends at the next quote. The answer is the index of a choice. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char LETTERS[] = "rygb";
static const char *KEYS[] = {"\"red\":[", "\"yellow\":[", "\"green\":[", "\"blue\":["};

/* What stands behind a key, from some point on. */
static const char *after(const char *text, const char *key) {
    const char *found = strstr(text, key);
    return found ? found + strlen(key) : "";
}

/* How far to the right a number stands in its row, from 0 to 10. */
static int place(int row, int number) { return row < 2 ? number - 2 : 12 - number; }

/* The place behind the last cross of each row of our sheet. */
static void first_free(const char *message, int places[4]) {
    const char *sheet = after(message, "\"sheets\":[");
    for (int seat = atoi(after(message, "\"seat\":")); seat > 0; seat--) sheet = after(sheet, "}");
    for (int row = 0; row < 4; row++) {
        places[row] = 0;
        for (const char *at = after(sheet, KEYS[row]); *at >= '0' && *at <= '9'; at += *at == ',')
            places[row] = place(row, (int)strtol(at, (char **)&at, 10)) + 1;
    }
}

/* The crosses that a choice makes, and how many numbers it skips in all; no cross, no skip. */
static int crosses(const char *choice, const char *end, const int places[4], int *skipped) {
    const char *at = choice;
    if (!strncmp(choice, "take", 4)) return 0;
    if (!strncmp(choice, "play", 4)) {
        at = strstr(choice, " cross ");
        if (!at || at > end) return 0;
        at += strlen(" cross ");
    }
    int count = 0;
    for (; at < end && strchr(LETTERS, *at); at += *at == ' ') {
        int row = (int)(strchr(LETTERS, *at) - LETTERS);
        *skipped = place(row, (int)strtol(at + 1, (char **)&at, 10)) - places[row] - count++;
    }
    return count;
}

/* Whether a choice only plays the card we have held longest. */
static int plays_oldest(const char *choice, const char *end, const char *message) {
    const char *hand = after(message, "\"hand\":[\"");
    size_t length = strcspn(hand, "\"");
    if (!length || strncmp(choice, "play ", 5) || strncmp(choice + 5, hand, length)) return 0;
    const char *rest = choice + 5 + length;
    return rest == end || !strncmp(rest, " as r\"", 6);
}

static int decide(const char *message) {
    int places[4], best = -1, best_skipped = 0, best_count = 1, otherwise = 0;
    int strict = !strncmp(after(message, "\"phase\":\""), "common", 6) || strstr(message, "\"crossed\":true");
    first_free(message, places);
    const char *at = after(message, "\"choices\":[");
    for (int index = 0; *at == '"'; index++) {
        const char *choice = at + 1, *end = strchr(choice, '"');
        int skipped = 0, count = crosses(choice, end, places, &skipped);
        /* Fewest skipped numbers for each cross, then most crosses; fractions without division. */
        int gain = best_skipped * count - skipped * best_count;
        if (count && (best < 0 || gain > 0 || (gain == 0 && count > best_count)))
            best = index, best_skipped = skipped, best_count = count;
        if (plays_oldest(choice, end, message)) otherwise = index;
        at = end + 1 + (end[1] == ',');
    }
    return best >= 0 && best_skipped <= (strict ? 1 : 2) * best_count ? best : otherwise;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\""))
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"C example\"}");
        else if (strstr(line, "\"type\":\"choose\""))
            printf("{\"type\":\"choice\",\"choice\":%d}\n", decide(line));
        fflush(stdout);
    }
    free(line);
    return 0;
}
