"""What a process costs while it runs."""
import os
import time


class Footprint:
    def __init__(self, pid):
        self.pid = pid

    def processor(self):
        """Seconds, of all threads there ever were (clock_getcpuclockid(3))."""
        return time.clock_gettime(~self.pid << 3 | 2)

    def wakes(self):
        """How often each thread has waited for something."""
        found = {}
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{task}/status") as file:
                    found[task] = int(next(x for x in file if x.startswith("voluntary")).split()[1])
            except FileNotFoundError:
                pass
        return found

    def memory(self):
        """MiB that are resident."""
        return self.kibibytes("status", "VmRSS") / 1024

    def share(self):
        """MiB, of what it has together with others only its part (PSS)."""
        return self.kibibytes("smaps_rollup", "Pss") / 1024

    def own(self):
        """MiB that nobody else has and that the kernel cannot drop."""
        return self.kibibytes("smaps_rollup", "Private_Dirty") / 1024

    def kibibytes(self, file, name):
        with open(f"/proc/{self.pid}/{file}") as lines:
            return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])


def over(seconds, processes, each_second=lambda second: None):
    """Of each process wake-ups and milliseconds of processor time, each second."""
    processor = [process.processor() for process in processes]
    before, wakes = [process.wakes() for process in processes], [0] * len(processes)
    start = time.monotonic()
    for second in range(seconds):
        each_second(second)
        time.sleep(max(0, start + second + 1 - time.monotonic()))
        for i, process in enumerate(processes):
            after = process.wakes()
            # A thread may be new, or have ended since.
            wakes[i] += sum(count - before[i].get(task, 0) for task, count in after.items())
            before[i] = after
    spent = time.monotonic() - start
    return [(wakes[i] / spent, (process.processor() - processor[i]) / spent * 1000)
            for i, process in enumerate(processes)]
