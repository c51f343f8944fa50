#define INTERVAL_MS 500

int interval(int fast) {
	return fast ? INTERVAL_MS / 4 : INTERVAL_MS;
}
