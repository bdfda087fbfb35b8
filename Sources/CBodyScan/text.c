#include "CBodyScan.h"
#include "vector.h"

cbs_facts cbs_look(const uint8_t *bytes, uint64_t count) {
    cbs_facts facts = {0, 0, 0, true, true};
    uint64_t place = 0;
    uint32_t strange = 0, high = 0;
    while (place + 16 <= count) {
        vector v = load(bytes + place);
        uint32_t feeds = bits(equal(v, '\n'));
        // Controls, DEL and what is not ASCII; then the two that are welcome.
        uint32_t odd = bits(either(up_to(v, 0x1F), equal(v, 0x7F)));
        high |= bits(v);
        if (odd) {
            strange |= odd & ~feeds & ~bits(equal(v, '\t'));
            if (feeds) {
                if (facts.line_feeds == 0) facts.first_line_feed = place + __builtin_ctz(feeds);
                facts.last_line_feed = place + 31 - __builtin_clz(feeds);
                facts.line_feeds += __builtin_popcount(feeds);
            }
        }
        place += 16;
    }
    for (; place < count; place++) {
        const uint8_t c = bytes[place];
        if (c == '\n') {
            if (facts.line_feeds++ == 0) facts.first_line_feed = place;
            facts.last_line_feed = place;
        } else if ((c < 0x20 && c != '\t') || c == 0x7F) {
            strange = 1;
        }
        high |= c >> 7;
    }
    facts.is_ascii = high == 0;
    facts.is_plain = facts.is_ascii && strange == 0;
    return facts;
}

uint64_t cbs_line_feed(const uint8_t *bytes, uint64_t count, uint64_t number) {
    uint64_t place = 0;
    while (place + 16 <= count) {
        uint32_t feeds = bits(equal(load(bytes + place), '\n'));
        uint32_t here = __builtin_popcount(feeds);
        if (here >= number) {
            while (--number) feeds &= feeds - 1;
            return place + __builtin_ctz(feeds);
        }
        number -= here;
        place += 16;
    }
    for (; place < count; place++)
        if (bytes[place] == '\n' && --number == 0) break;
    return place;
}

uint64_t cbs_printable(const uint8_t *bytes, uint64_t count) {
    uint64_t place = 0;
    while (place + 16 <= count) {
        vector v = load(bytes + place);
        uint32_t others = bits(either(either(up_to(v, 0x1F), equal(v, 0x7F)), v));
        if (others) return place + __builtin_ctz(others);
        place += 16;
    }
    while (place < count && (uint8_t)(bytes[place] - 0x20) < 0x5F) place++;
    return place;
}
