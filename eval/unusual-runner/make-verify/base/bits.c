#include "bits.h"

int bits_set(unsigned value) {
	int count = 0;
	while (value >>= 1)
		count += value & 1;
	return count;
}
