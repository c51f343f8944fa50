local check = require("isbn")
local passed = 0
local function expect(isbn, valid)
  assert(check(isbn) == valid, isbn .. " should be " .. tostring(valid))
  passed = passed + 1
end
expect("9783161484100", true)
expect("9780306406157", true)
expect("9780306406158", false)
print(passed .. " passed")
