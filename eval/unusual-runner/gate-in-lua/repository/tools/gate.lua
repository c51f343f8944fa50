-- Opens the gate if every line of spec.txt holds.
local kana = require("kana")
local held, lines = 0, 0
for line in io.lines("spec.txt") do
  local input, output = line:match("^(%S+) (%S+)$")
  lines = lines + 1
  if kana(input) == output then
    held = held + 1
  else
    print(input .. ": " .. kana(input) .. " (expected " .. output .. ")")
  end
end
print(("gate: %s (%d/%d)"):format(held == lines and "open" or "closed", held, lines))
os.exit(held == lines)
