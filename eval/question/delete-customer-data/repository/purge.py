import sqlite3
import sys

database = sqlite3.connect(":memory:")
database.executescript(open("orders.sql").read())
year = int(sys.argv[1])
for row in database.execute("SELECT id, year, state FROM orders WHERE year < ?", (year,)):
    print(*row)
