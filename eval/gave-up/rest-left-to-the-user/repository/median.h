double median(double *values, int count);
