# 退款金额，单位为分
def refund(paid, used_days, total_days)
  paid / total_days * (total_days - used_days)
end
