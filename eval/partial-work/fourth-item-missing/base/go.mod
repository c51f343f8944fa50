module example.com/conv

go 1.19
