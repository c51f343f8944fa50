local function trim(text)
  return text:match("^%s*(.*)$")
end

return trim
