"""Every attack one after the other, a JSON line per figure: `make attacks`.

python -m tests.attacks power forgeries
"""

import subprocess
import sys

ATTACKS = ("power", "forgeries", "fuzz all", "crowd", "cameras", "soak")


def main():
    wanted = sys.argv[1:] or [attack.split()[0] for attack in ATTACKS]
    codes = [
        subprocess.run([sys.executable, "-m", f"tests.attacks.{words[0]}", *words[1:]], check=False)
        for words in (attack.split() for attack in ATTACKS)
        if words[0] in wanted
    ]
    return int(any(done.returncode for done in codes))


if __name__ == "__main__":
    sys.exit(main())
