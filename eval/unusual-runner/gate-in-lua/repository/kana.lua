local TABLE = {
  a = "あ", i = "い", u = "う",
  ka = "か", ki = "き", ku = "く",
  sa = "さ", shi = "し", su = "す",
}

return function(text)
  return (text:gsub("[ks]?h?[aiu]", TABLE))
end
