local TABLE = { a = "あ", i = "い", u = "う", ka = "か", ki = "き", ku = "く" }

return function(text)
  return (text:gsub("k?[aiu]", TABLE))
end
