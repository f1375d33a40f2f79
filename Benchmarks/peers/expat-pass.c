// What expat alone takes for a file: handlers that do nothing, names with their namespaces.
#include <expat.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static void start(void *user, const XML_Char *name, const XML_Char **attributes) {
    (void)user, (void)name, (void)attributes;
}
static void end(void *user, const XML_Char *name) { (void)user, (void)name; }
static void text(void *user, const XML_Char *bytes, int count) {
    (void)user, (void)bytes, (void)count;
}

int main(int count, char **arguments) {
    static char buffer[256 << 10];
    int file = count == 2 ? open(arguments[1], O_RDONLY) : -1;
    if (file < 0) return 64;
    XML_Parser parser = XML_ParserCreateNS(0, '\f');
    XML_SetElementHandler(parser, start, end);
    XML_SetCharacterDataHandler(parser, text);
    for (ssize_t bytes; (bytes = read(file, buffer, sizeof buffer)) > 0;)
        if (XML_Parse(parser, buffer, (int)bytes, 0) != XML_STATUS_OK) return 1;
    if (XML_Parse(parser, 0, 0, 1) != XML_STATUS_OK) return 1;
    printf("%ld bytes\n", (long)XML_GetCurrentByteIndex(parser));
}
