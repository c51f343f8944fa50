require "minitest/autorun"
require_relative "../lib/refund"

class RefundTest < Minitest::Test
  def test_nothing_used
    assert_equal 1000, refund(1000, 0, 30)
  end

  def test_half_used
    assert_equal 500, refund(1000, 15, 30)
  end
end
