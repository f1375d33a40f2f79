// Redis' GEOSEARCH over a Unix socket (the last argument), a hundred questions on the way at once.
#include "fences.h"
#include <hiredis/hiredis.h>

int main(int count, char **arguments) {
    Bench bench(count, arguments);
    redisContext *redis = redisConnectUnix(bench.option);
    redisReply *reply;
    if (!redis || redis->err) return 1;
    const size_t batch = 100;
    freeReplyObject(redisCommand(redis, "DEL regions"));
    for (size_t from = 0; from < bench.regions.size(); from += batch) {
        size_t end = std::min(from + batch, bench.regions.size());
        for (size_t i = from; i < end; i++)
            redisAppendCommand(redis, "GEOADD regions %.9f %.9f %u", bench.regions[i].longitude,
                               bench.regions[i].latitude, (unsigned)i);
        for (size_t i = from; i < end; i++) {
            if (redisGetReply(redis, (void **)&reply) || reply->type == REDIS_REPLY_ERROR) return 1;
            freeReplyObject(reply);
        }
    }
    return bench.serve([&](Membership &membership) {
        for (size_t from = 0; from < bench.fixes.size(); from += batch) {
            size_t end = std::min(from + batch, bench.fixes.size());
            for (size_t i = from; i < end; i++)
                redisAppendCommand(redis,
                                   "GEOSEARCH regions FROMLONLAT %.9f %.9f BYRADIUS 200 m",
                                   bench.fixes[i].longitude, bench.fixes[i].latitude);
            for (size_t i = from; i < end; i++) {
                if (redisGetReply(redis, (void **)&reply)) exit(1);
                membership.now.clear();
                for (size_t n = 0; n < reply->elements; n++)
                    membership.now.push_back((uint32_t)atol(reply->element[n]->str));
                freeReplyObject(reply);
                membership.follow((uint32_t)i);
            }
        }
    });
}
