"""What every test stands on: programs started by tests hear Ctrl-C, and no example is timed.

A shell starts a background job with interrupts ignored, and every program below it inherits
that; the tests of Ctrl-C would then wait for ever. Hypothesis would call an example wrong that
takes more than 0.2 s, as any does on a machine with much else to do.
"""

import signal

from hypothesis import settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
