package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: conv VALUE km|kg")
		os.Exit(2)
	}
	value, _ := strconv.ParseFloat(os.Args[1], 64)
	fmt.Printf("%.2f\n", convert(value, os.Args[2]))
}

func convert(value float64, unit string) float64 {
	switch unit {
	case "km":
		return value / 1.609344
	case "kg":
		return value / 0.45359237
	}
	return value
}
