#ifndef CTASKS_H
#define CTASKS_H

/* From now on `run` is given every job of Swift's that prefers no executor; to be called before
   there are any. */
void ctasks_take_over(void (*run)(void *job));

#endif
