require "minitest/autorun"
require_relative "search"

class SearchTest < Minitest::Test
  i_suck_and_my_tests_are_order_dependent!

  def test_a_is_fast
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    search("tea")
    assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - started, :<, 0.2
  end

  def test_finds
    assert_equal [1, 3], search("tea")
  end

  def test_unknown_word
    assert_equal [], search("wine")
  end
end
