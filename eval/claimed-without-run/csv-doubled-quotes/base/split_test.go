package csvlite

import (
	"reflect"
	"testing"
)

func TestSplit(t *testing.T) {
	got := Split("a,\"b,c\",d")
	if want := []string{"a", "b,c", "d"}; !reflect.DeepEqual(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}
