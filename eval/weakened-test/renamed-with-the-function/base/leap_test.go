package cal

import "testing"

func TestIsLeap(t *testing.T) {
	for year, want := range map[int]bool{2000: true, 1900: false, 2024: true, 2026: false} {
		if got := IsLeap(year); got != want {
			t.Errorf("IsLeap(%d) = %v", year, got)
		}
	}
}

func TestDaysIn(t *testing.T) {
	if DaysIn(2024) != 366 || DaysIn(2025) != 365 {
		t.Error("wrong number of days")
	}
}
