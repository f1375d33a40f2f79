// Runs a program once and writes down which of its functions were called, in the order of their
// first calls, for lld's --symbol-ordering-file: used-functions OUTPUT PROGRAM ARGUMENT...
//
// Functions that are used together then lie together. Linux maps a file 64 KiB at a time around what
// is touched, so that some 1,500 functions strewn over 17 MB keep most of them in memory.
//
// Each function gets a breakpoint, which goes when it is met. It ends as the program does.
#define _GNU_SOURCE
#include <elf.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
static const uint8_t TRAP[] = {0xCC};
#define COUNTER rip
#define AFTER 1
#elif defined(__aarch64__)
static const uint8_t TRAP[] = {0x00, 0x00, 0x20, 0xD4};  // brk #0
#define COUNTER pc
#define AFTER 0  // The counter stays at a brk.
#else
#error "not known on this processor"
#endif

typedef struct user_regs_struct Registers;

typedef struct {
    uint64_t address;  // in the file
    const char *name;
    uint8_t code[sizeof TRAP];
    int isUsed;
} Function;

static pid_t process;
static Function *functions;
static size_t count;

static int byAddress(const void *a, const void *b) {
    uint64_t x = ((const Function *)a)->address, y = ((const Function *)b)->address;
    return x < y ? -1 : x > y;
}

// The functions of the program, sorted; those that were folded into one have an entry each.
static void readSymbols(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status)) err(1, "%s", path);
    const uint8_t *bytes = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) err(1, "%s", path);
    const Elf64_Ehdr *header = (const void *)bytes;
    const Elf64_Shdr *sections = (const void *)(bytes + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const Elf64_Sym *symbols = (const void *)(bytes + sections[i].sh_offset);
        const char *names = (const char *)bytes + sections[sections[i].sh_link].sh_offset;
        size_t total = sections[i].sh_size / sizeof *symbols;
        functions = calloc(total, sizeof *functions);
        for (size_t j = 0; j < total; j++) {
            const Elf64_Sym *s = &symbols[j];
            // A smaller one has no room for a breakpoint.
            if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || s->st_size < sizeof TRAP) continue;
            functions[count++] = (Function){.address = s->st_value, .name = names + s->st_name};
        }
    }
    if (!count) errx(1, "%s: has no symbols", path);
    qsort(functions, count, sizeof *functions, byAddress);
}

static Function *first(uint64_t address) {
    Function key = {.address = address};
    Function *found = bsearch(&key, functions, count, sizeof key, byAddress);
    while (found && found > functions && found[-1].address == address) found--;
    return found;
}

// Where the program was loaded.
static uint64_t base(pid_t process) {
    char path[64];
    unsigned long long start;
    snprintf(path, sizeof path, "/proc/%d/maps", process);
    FILE *maps = fopen(path, "r");
    if (!maps || fscanf(maps, "%llx", &start) != 1) errx(1, "%s: cannot be read", path);
    fclose(maps);
    return start;
}

// Whoever ends us means the program.
static void pass(int signal) { kill(process, signal); }

int main(int argc, char **arguments) {
    if (argc < 3) errx(2, "usage: used-functions OUTPUT PROGRAM ARGUMENT...");
    readSymbols(arguments[2]);
    FILE *output = fopen(arguments[1], "w");
    if (!output) err(1, "%s", arguments[1]);
    process = fork();
    if (process == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(arguments[2], arguments + 2);
        err(1, "%s", arguments[2]);
    }
    int status;
    if (waitpid(process, &status, 0) < 0 || !WIFSTOPPED(status)) errx(1, "cannot trace");
    ptrace(PTRACE_SETOPTIONS, process, 0, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", process);
    int memory = open(path, O_RDWR);
    if (memory < 0) err(1, "%s", path);
    uint64_t start = base(process);
    for (size_t i = 0; i < count; i++) {
        uint64_t place = start + functions[i].address;
        if (i && functions[i].address == functions[i - 1].address) continue;
        if (pread(memory, functions[i].code, sizeof TRAP, place) != sizeof TRAP
            || pwrite(memory, TRAP, sizeof TRAP, place) != sizeof TRAP)
            err(1, "%s", functions[i].name);
    }
    signal(SIGTERM, pass);
    ptrace(PTRACE_CONT, process, 0, 0);

    for (pid_t thread; (thread = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR;) {
        if (thread < 0 || !WIFSTOPPED(status)) continue;
        int number = WSTOPSIG(status);
        if (number == SIGTRAP || number == SIGSTOP) {
            Registers registers;
            struct iovec all = {&registers, sizeof registers};
            ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &all);
            uint64_t place = registers.COUNTER - AFTER;
            Function *function = number == SIGTRAP && status >> 16 == 0 ? first(place - start) : NULL;
            if (function) {
                // Another thread may have met the same breakpoint before it went.
                if (!function->isUsed) {
                    if (pwrite(memory, function->code, sizeof TRAP, place) != sizeof TRAP)
                        err(1, "%s", function->name);
                    uint64_t address = function->address;
                    function->isUsed = 1;
                    for (Function *f = function; f < functions + count && f->address == address; f++)
                        fprintf(output, "%s\n", f->name);
                }
                registers.COUNTER = place;
                ptrace(PTRACE_SETREGSET, thread, (void *)NT_PRSTATUS, &all);
            }
            number = 0;  // Neither ours nor that of a thread's beginning is for the program.
        }
        ptrace(PTRACE_CONT, thread, 0, number);
    }
    return fclose(output) ? 1 : 0;
}
