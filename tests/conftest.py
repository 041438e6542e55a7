"""What every test stands on: programs started by tests hear Ctrl-C.

A shell starts a background job with interrupts ignored, and every program below it inherits
that; the tests of Ctrl-C would then wait for ever.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
