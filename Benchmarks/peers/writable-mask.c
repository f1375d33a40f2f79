// To be preloaded into a Swift program under valgrind 3.19: that writes into the mask given to
// sigsuspend(2), and libdispatch's lies where nobody may write.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
    sigset_t copy = *mask;
    return (int)syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}
