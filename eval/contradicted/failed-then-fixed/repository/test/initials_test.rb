require "minitest/autorun"
require_relative "../lib/initials"

class InitialsTest < Minitest::Test
  def test_two_names
    assert_equal "AL", initials("Ada Lovelace")
  end

  def test_hyphen
    assert_equal "JPS", initials("Jean-Paul Sartre")
  end

  def test_particles_are_left_out
    assert_equal "LB", initials("Ludwig van Beethoven")
  end
end
