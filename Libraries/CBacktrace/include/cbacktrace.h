#ifndef CBACKTRACE_H
#define CBACKTRACE_H

/* From now on a crash writes where it was on standard error, as `program(+offset)[address]`, one
   line for each call, innermost first. The process then ends by the same signal as without this.

   Signals that are handled already are left alone. A thread other than the caller's writes nothing
   when its stack overflows. */
void cbacktrace_at_crash(void);

#endif
