package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	value, _ := strconv.ParseFloat(os.Args[1], 64)
	fmt.Println(convert(value, os.Args[2]))
}

func convert(value float64, unit string) float64 {
	switch unit {
	case "km":
		return value / 1.609344
	}
	return value
}
