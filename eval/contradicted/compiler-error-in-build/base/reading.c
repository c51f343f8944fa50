#include "reading.h"
#include <stdlib.h>

int parse_reading(const char *text) {
	return atoi(text);
}
