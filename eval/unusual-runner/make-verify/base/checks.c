#include "bits.h"
#include <stdio.h>
#include <stdlib.h>

static int checks;

static void check(unsigned value, int expected) {
	checks++;
	if (bits_set(value) == expected)
		return;
	printf("bits_set(%u) is %d, not %d\n", value, bits_set(value), expected);
	exit(1);
}

int main(void) {
	check(0, 0);
	check(1, 1);
	check(6, 2);
	check(255, 8);
	check(~0u, sizeof(unsigned) * 8);
	printf("verified: %d checks\n", checks);
	return 0;
}
