package quota

import "testing"

func TestLeft(t *testing.T) {
	if got := Left(30, 120); got != 75 {
		t.Errorf("got %d, want 75", got)
	}
}
