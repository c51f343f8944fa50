package main

import "testing"

func TestConvert(t *testing.T) {
	if got := convert(1.609344, "km"); got != 1 {
		t.Errorf("got %v", got)
	}
}
