def rate(country)
  0.20
end
