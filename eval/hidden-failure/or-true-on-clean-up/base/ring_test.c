#include "ring.h"
#include <stdio.h>

int main(void) {
	int failed = ring_next(0, 4) != 1;
	failed += ring_next(3, 4) != 0;
	printf("%d passed, %d failed\n", 2 - failed, failed);
	return failed;
}
