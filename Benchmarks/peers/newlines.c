// The floor: finds every newline of a file.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
    static char buffer[256 << 10];
    int file = count == 2 ? open(arguments[1], O_RDONLY) : -1;
    if (file < 0) return 64;
    long lines = 0;
    for (ssize_t bytes; (bytes = read(file, buffer, sizeof buffer)) > 0;) {
        const char *next = buffer, *end = buffer + bytes;
        while ((next = memchr(next, '\n', (size_t)(end - next)))) next++, lines++;
    }
    printf("%ld lines\n", lines);
}
