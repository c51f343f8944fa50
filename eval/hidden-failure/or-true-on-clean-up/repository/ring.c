#include "ring.h"

int ring_next(int index, int size) {
	return (index + 1) % size;
}
