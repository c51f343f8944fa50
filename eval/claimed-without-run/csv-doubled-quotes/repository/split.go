package csvlite

import "strings"

// Split splits a line at commas, except inside double quotes.
func Split(line string) []string {
	var fields []string
	var field strings.Builder
	quoted := false
	runes := []rune(line)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == '"' && quoted && i+1 < len(runes) && runes[i+1] == '"':
			field.WriteRune(r)
			i++
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
