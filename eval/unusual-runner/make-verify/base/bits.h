/* The number of bits that are set. */
int bits_set(unsigned value);
