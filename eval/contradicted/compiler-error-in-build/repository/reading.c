#include "reading.h"
#include <stdlib.h>

int parse_reading(const char *text) {
	char *end;
	long value = strtol(text, &end, 10);
	int digits = end - text;
	return *end == '\0' ? (int)value : -1;
}
