package clock

import (
	"testing"
	"time"
)

func TestShort(t *testing.T) {
	if got := Short(time.Date(2026, 1, 2, 9, 5, 0, 0, time.UTC)); got != "09:05" {
		t.Errorf("got %s", got)
	}
}

func TestTimezone(t *testing.T) {
	if _, err := time.LoadLocation("Mars/Olympus"); err != nil {
		t.Error(err)
	}
}
