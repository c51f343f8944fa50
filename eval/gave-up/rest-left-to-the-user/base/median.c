#include "median.h"

double median(double *values, int count) {
	return values[count / 2];
}
