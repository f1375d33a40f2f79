// Copies what comes from one socket to another: what two hops cost at the least.
//     relay TCP-PORT UNIX-SOCKET
#include <netinet/in.h>
#include <string.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
int main(int argc, char **argv) {
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])),
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strcpy(to.sun_path, argv[2]);
    int listening = socket(AF_UNIX, SOCK_STREAM, 0), in = socket(AF_INET, SOCK_STREAM, 0);
    bind(listening, (struct sockaddr *)&to, sizeof to);
    listen(listening, 1);
    int out = accept(listening, 0, 0);
    connect(in, (struct sockaddr *)&from, sizeof from);
    char buffer[65536];
    for (ssize_t n; (n = read(in, buffer, sizeof buffer)) > 0;) write(out, buffer, n);
}
