local trim = require("trim")
assert(trim("  a") == "a", "leading")
assert(trim("a  ") == "a", "trailing")
print("2 passed")
