#include "ctasks.h"

/* Of Swift's runtime; its type is in swift/Runtime/Concurrency.h. */
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, void *original);

static void (*run_job)(void *job);

static __attribute__((swiftcall)) void hook(void *job, void *original) {
    (void)original;
    run_job(job);
}

void ctasks_take_over(void (*run)(void *job)) {
    run_job = run;
    swift_task_enqueueGlobal_hook = hook;
}
