#include "median.h"

int main(void) {
	double values[] = {5, 1, 3};
	return median(values, 3) == 3 ? 0 : 1;
}
