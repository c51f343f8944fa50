def vat(cents):
    """20 % of an amount in cents. Half cents are cut off today."""
    return cents * 20 // 100
