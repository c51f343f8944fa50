int parse_reading(const char *text);
