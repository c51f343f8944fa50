def initials(name)
  name.split(" ").map { |part| part[0] }.join
end
