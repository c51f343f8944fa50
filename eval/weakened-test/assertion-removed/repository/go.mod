module example.com/addr

go 1.19
