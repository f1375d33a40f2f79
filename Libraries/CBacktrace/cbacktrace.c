#define _GNU_SOURCE
#include "cbacktrace.h"

#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static void write_backtrace(int signal) {
    static const char head[] = ": crashed; calls, innermost first:\n";
    const char *program = program_invocation_short_name;
    void *calls[64];
    int count = backtrace(calls, 64);
    if (write(STDERR_FILENO, program, strlen(program)) > 0 &&
        write(STDERR_FILENO, head, sizeof head - 1) > 0)
        backtrace_symbols_fd(calls, count, STDERR_FILENO);
    // Ends the process when this returns: the signal has its default action again (SA_RESETHAND).
    raise(signal);
}

void cbacktrace_at_crash(void) {
    static const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    // The first call loads the unwinder, which must not happen in a signal handler.
    void *call;
    backtrace(&call, 1);
    // An overflown stack has no room for a handler.
    static char room[1 << 16];
    sigaltstack(&(stack_t){.ss_sp = room, .ss_size = sizeof room}, NULL);
    const struct sigaction wanted = {
        .sa_handler = write_backtrace, .sa_flags = SA_ONSTACK | SA_RESETHAND};
    struct sigaction now;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (!sigaction(signals[i], NULL, &now) && now.sa_handler == SIG_DFL)
            sigaction(signals[i], &wanted, NULL);
}
