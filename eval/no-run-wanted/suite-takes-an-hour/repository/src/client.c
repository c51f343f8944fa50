#include "timeouts.h"

int connect_timeout(void) {
	return CONNECT_TIMEOUT_MS;
}
