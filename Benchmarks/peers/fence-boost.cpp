// boost::geometry's R-tree, bulk loaded, in memory.
#include "fences.h"
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>

namespace bg = boost::geometry;
using Corner = bg::model::point<double, 2, bg::cs::cartesian>;
using Value = std::pair<Corner, uint32_t>;

int main(int count, char **arguments) {
    Bench bench(count, arguments);
    using Tree = bg::index::rtree<Value, bg::index::rstar<16>>;
    Tree tree;
    {
        std::vector<Value> values;
        for (uint32_t i = 0; i < bench.regions.size(); i++)
            values.push_back({{bench.regions[i].longitude, bench.regions[i].latitude}, i});
        tree = Tree(values);
    }
    return bench.serve([&](Membership &membership) {
        for (uint32_t i = 0; i < bench.fixes.size(); i++) {
            Plane plane(bench.fixes[i]);
            double north = plane.reach_north(), east = plane.reach_east();
            auto [latitude, longitude] = bench.fixes[i];
            bg::model::box<Corner> box({longitude - east, latitude - north},
                                       {longitude + east, latitude + north});
            membership.now.clear();
            tree.query(bg::index::intersects(box),
                       boost::make_function_output_iterator([&](const Value &value) {
                           Point center{bg::get<1>(value.first), bg::get<0>(value.first)};
                           if (plane.is_inside(center)) membership.now.push_back(value.second);
                       }));
            membership.follow(i);
        }
    });
}
