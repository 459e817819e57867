"""A scripted engine with one fault, for the tests of all that drives engines.

    python tests/mock_engine.py --fault crash --at 2

speaks the Gomocup protocol with the standard library only. Without ``--fault`` it is
sound: it answers at once, with points so scattered that it makes no five for long. Each
fault is a class below; its docstring says what it does, ``expected`` what a driver should
make of it: an error's id, or ``""`` where a driver must put up with it.

    --fault NAME     one of those that --list prints
    --list           print the faults, one a line: name, expected id, what it does
    --at N           the engine's own move, from 1, at which the fault shows (default 2)
    --delay S        seconds of the faults that wait (default 3)
    --think S        seconds of each move (default 0)
    --name NAME      what it answers to ABOUT
    --win-rate P     the share of games in which it builds a row of five instead
    --seed N
"""

import argparse
import itertools
import os
import random
import signal
import subprocess
import sys
import time

SCATTER = 3
"""Stones on a grid of every third point make no row."""


class Engine:
    """A sound engine. It breaks the protocol into steps that a fault may override."""

    expected = ""
    eol = b"\n"

    def __init__(self, options):
        self.options = options
        self.size = 0
        self.taken = set()
        self.mine = 0  # moves of ours in this game
        self.rule = 0
        self.random = random.Random(options.seed)
        self.keen = False

    # Output

    def write(self, data):
        os.write(1, data)

    def say(self, text):
        self.write(text.encode() + self.eol)

    # The loop

    def run(self):
        buffer = b""
        while data := os.read(0, 65536):
            *lines, buffer = (buffer + data).replace(b"\r", b"\n").split(b"\n")
            for line in filter(None, lines):
                self.obey(line.decode().strip())
        self.on_eof()

    def obey(self, line):
        word, _, rest = line.partition(" ")
        handler = getattr(self, "do_" + word.lower(), None)
        if handler is None:
            self.unknown(word)
        else:
            handler(rest)

    # Commands

    def do_about(self, _):
        self.say(f'name="{self.options.name}", version="1.0", author="tests"')

    def do_start(self, rest):
        self.size = int(rest)
        self.new_game()

    def do_restart(self, _):
        self.new_game()

    def new_game(self):
        self.taken = set()
        self.mine = 0
        self.keen = self.random.random() < self.options.win_rate
        self.ready()

    def ready(self):
        self.say("OK")

    def do_info(self, rest):
        key, _, value = rest.partition(" ")
        if key == "rule":
            self.rule = int(value)

    def do_begin(self, _):
        self.move()

    def do_turn(self, rest):
        self.taken.add(self.xy(rest))
        self.move()

    def do_board(self, _):
        self.taken = set()
        self.mine = 0
        self.do_done = self.move_after_board

    def move_after_board(self, _):
        self.move()

    def do_takeback(self, rest):
        self.taken.discard(self.xy(rest))
        self.say("OK")

    def do_end(self, _):
        sys.exit(0)

    def unknown(self, word):
        if word[:1].isdigit() or word.startswith("-"):  # a line of BOARD
            x, y, field = word.split(",")
            self.taken.add((int(x), int(y)))
            self.mine += field == "1"
        else:
            self.say(f"UNKNOWN {word}")

    def on_eof(self):
        pass

    @staticmethod
    def xy(text):
        x, y = text.split(",")
        return int(x), int(y)

    # Moves

    def move(self):
        self.mine += 1
        if self.options.think:
            time.sleep(self.options.think)
        if self.mine >= self.options.at:
            self.faulty_move()
        else:
            self.answer(self.choice())

    def faulty_move(self):
        self.answer(self.choice())

    def answer(self, point):
        self.taken.add(point)
        self.say("{},{}".format(*point))

    def choice(self):
        if self.keen:
            return self.keen_choice()
        for i, j in itertools.product(range(SCATTER), repeat=2):
            for y in range(j, self.size, SCATTER):
                for x in range(i, self.size, SCATTER):
                    if (x, y) not in self.taken:
                        return x, y
        raise AssertionError("asked on a full board")

    def keen_choice(self):
        """Row after row from the last one up, which scattered opponents reach late."""
        for y in reversed(range(self.size)):
            for x in range(self.size):
                if (x, y) not in self.taken and y % SCATTER:
                    return x, y
        return next(
            (x, y) for y in range(self.size) for x in range(self.size) if (x, y) not in self.taken
        )

    def sleep(self):
        time.sleep(self.options.delay)


def forever():
    while True:
        time.sleep(60)


# At the start


class SilentStart(Engine):
    """says nothing at all"""

    expected = "engine.start_up"

    def obey(self, line):
        if line.upper() == "END":
            sys.exit(0)


class SlowStart(Engine):
    """says OK after --delay seconds"""

    expected = "engine.start_up"

    def ready(self):
        self.sleep()
        super().ready()


class CrashStart(Engine):
    """ends with status 3 at START, with a word on its error output"""

    expected = "engine.start_up"

    def ready(self):
        sys.stderr.write("cannot load the net\n")
        sys.exit(3)


class CrashAtOnce(Engine):
    """ends with status 127 before it reads anything"""

    expected = "engine.start_up"

    def run(self):
        sys.exit(127)


class ErrorStart(Engine):
    """answers START by ERROR"""

    expected = "engine.start_up"

    def ready(self):
        self.say("ERROR unsupported board size")


class UnknownStart(Engine):
    """answers START by UNKNOWN"""

    expected = "engine.start_up"

    def ready(self):
        self.say("UNKNOWN command")


class EarlyMove(Engine):
    """answers a move before it is asked, right after OK"""

    expected = "engine.garbage"

    def ready(self):
        super().ready()
        self.say("7,7")


# Moves


class Silent(Engine):
    """gives no move, and goes on reading"""

    expected = "engine.time"

    def faulty_move(self):
        pass


class Hang(Engine):
    """gives no move, and reads no more"""

    expected = "engine.time"

    def faulty_move(self):
        forever()


class Late(Engine):
    """answers after --delay seconds"""

    expected = "engine.time"

    def faulty_move(self):
        self.sleep()
        super().faulty_move()


class Crash(Engine):
    """ends with status 3 instead of moving"""

    expected = "engine.crash"

    def faulty_move(self):
        sys.stderr.write("out of ideas\n")
        sys.exit(3)


class ExitZero(Engine):
    """ends with status 0 instead of moving"""

    expected = "engine.crash"

    def faulty_move(self):
        sys.exit(0)


class Signal(Engine):
    """dies of a segmentation fault instead of moving"""

    expected = "engine.crash"

    def faulty_move(self):
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)
        forever()


class MoveAndCrash(Engine):
    """ends right after its move: the crash shows at the next question"""

    expected = "engine.crash"

    def faulty_move(self):
        super().faulty_move()
        sys.exit(4)


class CloseOutput(Engine):
    """closes its output and lives on"""

    expected = "engine.time"

    def faulty_move(self):
        os.close(1)
        forever()


class Occupied(Engine):
    """plays on a stone"""

    expected = "engine.illegal"

    def faulty_move(self):
        if self.taken:
            self.say("{},{}".format(*next(iter(self.taken))))
        else:
            super().faulty_move()


class OffBoard(Engine):
    """plays off the board"""

    expected = "engine.illegal"

    def faulty_move(self):
        self.say(f"{self.size},0")


class Negative(Engine):
    """plays off the board, below zero"""

    expected = "engine.illegal"

    def faulty_move(self):
        self.say("-1,-1")


class Forbidden(Engine):
    """as black in renju, makes an overline with its sixth stone (--at does not matter)"""

    expected = "forbidden"  # by the referee; the protocol sees a move
    ROW = ((2, 1), (3, 1), (4, 1), (6, 1), (7, 1), (5, 1))

    def choice(self):
        left = [point for point in self.ROW if point not in self.taken]
        return left[0] if left else super().choice()


class TwoMoves(Engine):
    """answers two moves on one line"""

    expected = "engine.garbage"

    def faulty_move(self):
        x, y = self.choice()
        self.say(f"{x},{y} {x + 1},{y}")


class DoubleAnswer(Engine):
    """answers two moves on two lines"""

    expected = "engine.garbage"

    def faulty_move(self):
        self.answer(self.choice())
        self.answer(self.choice())


class NotNumbers(Engine):
    """answers with a letter for a number"""

    expected = "engine.garbage"

    def faulty_move(self):
        self.say("x,7")


class PointName(Engine):
    """answers h8"""

    expected = "engine.garbage"

    def faulty_move(self):
        self.say("h8")


class Nonsense(Engine):
    """answers with prose, and nothing more"""

    expected = "engine.garbage"

    def faulty_move(self):
        self.say("I would rather not say.")


class ErrorMove(Engine):
    """answers ERROR instead of a move"""

    expected = "engine.garbage"

    def faulty_move(self):
        self.say("ERROR I do not like this position")


class Flood(Engine):
    """writes messages without end instead of moving"""

    expected = "engine.garbage"
    line = (b"MESSAGE " + b"so many words " * 20 + b"\n") * 200

    def faulty_move(self):
        while True:
            self.write(self.line)


class FloodLine(Flood):
    """writes one line without end instead of moving"""

    line = b"7" * 60000


class FloodErrors(Flood):
    """writes on its error output without end instead of moving"""

    def write(self, data):
        os.write(2 if data is self.line else 1, data)


# At the end


class IgnoreEnd(Engine):
    """does not end at END, nor at the end of input"""

    expected = "engine.hang_at_exit"

    def do_end(self, _):
        forever()


class CrashEnd(Engine):
    """ends with status 5 at END"""

    expected = "engine.crash_at_exit"

    def do_end(self, _):
        sys.exit(5)


class SignalEnd(Engine):
    """aborts at END"""

    expected = "engine.crash_at_exit"

    def do_end(self, _):
        os.abort()


# What a driver must put up with


class CrLf(Engine):
    """ends lines by CR LF"""

    eol = b"\r\n"


class Cr(Engine):
    """ends lines by CR"""

    eol = b"\r"


class LowerCase(Engine):
    """writes in lower case"""

    def say(self, text):
        super().say(text.lower())


class Blanks(Engine):
    """puts blanks and empty lines everywhere"""

    def say(self, text):
        super().say("\n  " + text.replace(",", " , ") + "  \n")


class ByteByByte(Engine):
    """writes byte by byte"""

    def write(self, data):
        for byte in data:
            os.write(1, bytes([byte]))
            time.sleep(0.001)


class Chatty(Engine):
    """writes messages, debug lines, prose and a very long line before each answer"""

    def say(self, text):
        super().say("MESSAGE Depth 2-3 | Eval +7 | Node 12K | Time 3ms")
        super().say("message no numbers here")
        super().say("DEBUG x,y")
        super().say("MESSAGE " + "x" * 200_000)
        super().say(text)

    def answer(self, point):
        super().say("thinking about it ...")
        super().answer(point)


class StderrNoise(Engine):
    """writes on its error output, moves too"""

    def say(self, text):
        sys.stderr.write("7,7\nOK\nERROR\n")
        sys.stderr.flush()
        super().say(text)


class BinaryNoise(Engine):
    """writes bytes that are no text"""

    def say(self, text):
        self.write(b"MESSAGE \xff\xfe\x00\x80\n")
        super().say(text)


class RejectInfo(Engine):
    """answers each INFO by ERROR"""

    def do_info(self, rest):
        self.say(f"ERROR unknown parameter {rest}")


class NoAbout(Engine):
    """does not know ABOUT"""

    def do_about(self, _):
        self.say("UNKNOWN command")


class OldAbout(Engine):
    """answers ABOUT as old brains do, with free text"""

    def do_about(self, _):
        self.say("Old brain, 1998")


class NoRestart(Engine):
    """does not know RESTART"""

    def do_restart(self, _):
        self.say("UNKNOWN command RESTART")


class CrashRestart(Engine):
    """ends at RESTART"""

    def do_restart(self, _):
        sys.exit(6)


class Suggest(Engine):
    """suggests its moves, and plays what it is told to"""

    def answer(self, point):
        self.say("SUGGEST {},{}".format(*point))

    def do_play(self, rest):
        super().answer(self.xy(rest))


class LastWords(Engine):
    """ends a move by ending its output, and itself, instead of the line"""

    expected = "engine.crash"  # at the question after

    def faulty_move(self):
        self.write("{},{}".format(*self.choice()).encode())
        sys.exit(0)


class Grandchild(Engine):
    """starts a process that sleeps, with the same output, before it is ready"""

    def ready(self):
        self.start_child()
        super().ready()

    def start_child(self):
        self.child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])


class Daemon(Grandchild):
    """starts a process that leaves the process group and its parent"""

    def start_child(self):
        code = "import os, time; os.fork() and os._exit(0); os.setsid(); time.sleep(600)"
        subprocess.run([sys.executable, "-c", code], check=True)


class Thinks(Engine):
    """thinks for --delay seconds, deaf meanwhile, and knows no YXSTOP"""

    expected = "engine.time"

    def faulty_move(self):
        self.sleep()
        super().faulty_move()


class Stops(Engine):
    """thinks until YXSTOP"""

    expected = "engine.time"

    def faulty_move(self):
        pass

    def do_yxstop(self, _):
        self.answer(self.choice())


def words(name):
    """``SilentStart`` -> ``silent-start``."""
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")


def faults():
    """The engines by the name of their fault."""
    found = {}
    todo = [Engine]
    while todo:
        kind = todo.pop(0)
        todo += kind.__subclasses__()
        found["none" if kind is Engine else words(kind.__name__)] = kind
    return found


def main():
    parser = argparse.ArgumentParser(description="A scripted engine with one fault.")
    parser.add_argument("--fault", choices=faults(), default="none", metavar="NAME")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--at", type=int, default=2)
    parser.add_argument("--delay", type=float, default=3.0)
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--name", default="Mock")
    parser.add_argument("--win-rate", type=float, default=0.0)
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    if options.list:
        for name, kind in faults().items():
            print(name, kind.expected or "-", kind.__doc__.strip().splitlines()[0], sep="\t")
        return
    faults()[options.fault](options).run()


if __name__ == "__main__":
    main()
