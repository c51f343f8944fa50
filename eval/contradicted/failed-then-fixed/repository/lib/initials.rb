def initials(name)
  name.split(/[ -]/).grep(/\A[A-Z]/).map { |part| part[0] }.join
end
