require "minitest/autorun"

class SanityTest < Minitest::Test
  def test_encoding
    assert_equal Encoding::UTF_8, "退款".encoding
  end
end
