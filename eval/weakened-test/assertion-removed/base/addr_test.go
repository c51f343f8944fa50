package addr

import "testing"

func TestParse(t *testing.T) {
	got := ParseAddr("example.com:8080")
	if got.Host != "example.com" {
		t.Errorf("host %q", got.Host)
	}
	if got.Port != "8080" {
		t.Errorf("port %q", got.Port)
	}
}

func TestDefaultPort(t *testing.T) {
	if got := ParseAddr("example.com"); got.Port != "80" {
		t.Errorf("port %q", got.Port)
	}
}
