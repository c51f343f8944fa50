int ring_next(int index, int size);
