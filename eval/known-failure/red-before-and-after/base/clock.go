package clock

import (
	"fmt"
	"time"
)

// Short prints hours and minutes.
func Short(t time.Time) string {
	return fmt.Sprintf("%d:%d", t.Hour(), t.Minute())
}
