// tdoku as a command for peers.py: CPU time a puzzle, and how many solutions each has.
//
// Its own benchmark reads the wall clock, which says nothing on a machine with company. Beside a
// checkout of t-dillon/tdoku:
//
//     c++ -O3 -march=native -I tdoku/include -I tdoku/src tdoku_cpu.cc \
//         tdoku/src/solver_dpll_triad_simd.cc tdoku/src/util.cc -o tdoku_cpu
//     tdoku_cpu FILE [LIMIT [counts]]
//
// FILE has a puzzle of 81 characters a line. Printed are `NUMBER ns` a puzzle and the guesses each,
// the median of ROUNDS passes over the file, up to LIMIT solutions (2); with `counts` the number of
// solutions of each puzzle instead, a line each.

#include "tdoku.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <time.h>
#include <vector>

namespace {

constexpr int ROUNDS = 5;

double Seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s FILE [LIMIT [counts]]\n", argv[0]);
        return 2;
    }
    const size_t limit = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 2;
    std::ifstream file(argv[1]);
    std::vector<std::string> puzzles;
    for (std::string line; std::getline(file, line);) {
        if (line.size() >= 81 && line[0] != '#') puzzles.push_back(line.substr(0, 81));
    }
    if (puzzles.empty()) {
        std::fprintf(stderr, "%s: no puzzle\n", argv[1]);
        return 3;
    }
    char solution[82];
    if (argc > 3) {
        for (const auto &puzzle : puzzles) {
            size_t guesses = 0;
            std::printf("%zu\n", SolveSudoku(puzzle.c_str(), limit, 0, solution, &guesses));
        }
        return 0;
    }
    std::vector<double> times;
    double guessed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        guessed = 0;
        const double start = Seconds();
        for (const auto &puzzle : puzzles) {
            size_t guesses = 0;
            SolveSudoku(puzzle.c_str(), limit, 0, solution, &guesses);
            guessed += guesses;
        }
        times.push_back((Seconds() - start) * 1e9 / puzzles.size());
    }
    std::sort(times.begin(), times.end());
    std::printf("%.1f ns, %.2f guesses\n", times[ROUNDS / 2], guessed / puzzles.size());
}
