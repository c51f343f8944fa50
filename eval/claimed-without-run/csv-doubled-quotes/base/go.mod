module example.com/csvlite

go 1.19
