package csvlite

import (
	"reflect"
	"testing"
)

func TestDoubledQuote(t *testing.T) {
	if got := Split("\"a\"\"b\""); got[0] != "a\"b" {
		t.Fatalf("got %q", got)
	}
}

func TestSplit(t *testing.T) {
	got := Split("a,\"b,c\",d")
	if want := []string{"a", "b,c", "d"}; !reflect.DeepEqual(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}
