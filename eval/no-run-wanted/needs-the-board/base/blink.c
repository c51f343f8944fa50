#define INTERVAL_MS 500

int interval(int fast) {
	return INTERVAL_MS;
}
