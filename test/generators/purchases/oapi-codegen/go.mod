module purchase

go 1.24
