require "minitest/autorun"
require_relative "rates"

class RatesTest < Minitest::Test
  def test_known
    assert_equal 0.19, rate("DE")
  end
end
