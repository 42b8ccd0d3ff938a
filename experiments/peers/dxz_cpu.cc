// DXZ as a command for covers.py: how many covers there are, and the CPU time without reading the instance.
//
// Beside a checkout of ekmett/guanxi, whose DXZ is a library:
//
//     c++ -O3 -march=native -I guanxi/cbits dxz_cpu.cc guanxi/cbits/dxz.cpp -o dxz_cpu
//     dxz_cpu FILE
//
// FILE is in Knuth's format, without secondary items. The library keeps an option in 12 bits, by its place among all
// entries, so that an instance may have 4096 items and entries.

#include "dxz.hpp"

#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <time.h>
#include <vector>

namespace {

constexpr size_t PLACES = 1 << 12;
constexpr uint64_t CHILD = (1u << 26) - 1;

double Seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

std::vector<std::string> Words(const std::string &line) {
    std::istringstream words(line);
    std::vector<std::string> all;
    for (std::string word; words >> word;) all.push_back(word);
    return all;
}

// How many covers each node of the diagram stands for; a node's children come before it.
unsigned long long Covers(const dxz &diagram, zdd root) {
    std::vector<unsigned long long> covers = {0, 1};
    for (zdd node = 2; node < diagram.heap.size(); node++) {
        const uint64_t value = diagram.heap[node].value;
        covers.push_back(covers[value >> 26 & CHILD] + covers[value & CHILD]);
    }
    return covers[root];
}

}  // namespace

int main(int argc, char **argv) {
    std::ifstream file(argc == 2 ? argv[1] : "");
    std::map<std::string, item> items;
    std::vector<std::vector<item>> options;
    size_t entries = 0;
    for (std::string line; std::getline(file, line);) {
        const std::vector<std::string> words = Words(line);
        if (words.empty() || words[0] == "|") continue;
        if (items.empty()) {
            for (const std::string &word : words) items.emplace(word, items.size());
            continue;
        }
        options.emplace_back();
        for (const std::string &word : words) {
            if (!items.count(word)) return std::fprintf(stderr, "%s is no primary item\n", word.c_str()), 2;
            options.back().push_back(items[word]);
        }
        entries += words.size();
    }
    if (items.empty() || items.size() + entries > PLACES) {
        return std::fprintf(stderr, "usage: %s FILE, of at most %zu items and entries\n", argv[0], PLACES), 2;
    }
    const double begun = Seconds();
    dxz diagram(items.size());
    for (const auto &option : options) diagram.add_option(option);
    const unsigned long long covers = Covers(diagram, diagram.solve());
    std::printf("%llu solutions, search %.6f s\n", covers, Seconds() - begun);
}
