#include "median.h"

int main(void) {
	double values[] = {4, 1, 3, 2};
	return median(values, 4) == 2.5 ? 0 : 1;
}
