def boil
  :hot
end
