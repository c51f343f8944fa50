#include "reading.h"
#include <stdio.h>

int main(int argc, char **argv) {
	for (int i = 1; i < argc; i++)
		printf("%d kWh\n", parse_reading(argv[i]));
	return 0;
}
