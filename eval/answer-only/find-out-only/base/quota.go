package quota

// Left is what remains of a quota in percent.
func Left(used, total int) int {
	return 100 - used/total*100
}
