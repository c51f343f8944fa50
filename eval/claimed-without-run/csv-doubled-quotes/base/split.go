package csvlite

import "strings"

// Split splits a line at commas, except inside double quotes.
func Split(line string) []string {
	var fields []string
	var field strings.Builder
	quoted := false
	for _, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ',' && !quoted:
			fields = append(fields, field.String())
			field.Reset()
		default:
			field.WriteRune(r)
		}
	}
	return append(fields, field.String())
}
