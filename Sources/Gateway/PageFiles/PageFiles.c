// The build copies the folder `page` beside the programs, and to no other purpose is there this target.
// It is C, because a target in Swift would get an accessor that brings all of Foundation along.
#include "PageFiles.h"
