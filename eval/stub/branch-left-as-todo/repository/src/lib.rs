pub fn calculate(left: i64, operator: char, right: i64) -> Option<i64> {
    match operator {
        '+' => left.checked_add(right),
        '-' => left.checked_sub(right),
        '*' => todo!("overflow"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::calculate;

    #[test]
    fn adds() {
        assert_eq!(calculate(2, '+', 3), Some(5));
    }

    #[test]
    fn subtracts() {
        assert_eq!(calculate(2, '-', 3), Some(-1));
        assert_eq!(calculate(i64::MIN, '-', 1), None);
    }

    #[test]
    fn unknown() {
        assert_eq!(calculate(2, '?', 3), None);
    }
}
