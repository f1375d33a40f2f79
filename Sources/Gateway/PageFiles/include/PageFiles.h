// Nothing: the folder `page` is all that this target is for.
