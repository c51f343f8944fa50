require "minitest/autorun"
require_relative "rates"

class RatesTest < Minitest::Test
  def test_known
    assert_equal [0.19, 0.20, 0.20, 0.17], %w[DE FR AT LU].map { |country| rate(country) }
  end

  def test_unknown
    assert_raises(KeyError) { rate("XX") }
  end
end
