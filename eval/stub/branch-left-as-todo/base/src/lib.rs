pub fn calculate(left: i64, operator: char, right: i64) -> Option<i64> {
    match operator {
        '+' => left.checked_add(right),
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
    fn unknown() {
        assert_eq!(calculate(2, '?', 3), None);
    }
}
