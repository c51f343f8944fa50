package cal

func IsLeapYear(year int) bool {
	return year%4 == 0 && (year%100 != 0 || year%400 == 0)
}

func DaysIn(year int) int {
	if IsLeapYear(year) {
		return 366
	}
	return 365
}
