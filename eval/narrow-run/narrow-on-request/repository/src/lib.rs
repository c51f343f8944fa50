/// "a=1" as a pair; the value may have blanks around it.
pub fn parse(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once('=')?;
    Some((key.trim(), value.trim()))
}

#[cfg(test)]
mod parser {
    use super::parse;

    #[test]
    fn pair() {
        assert_eq!(parse("a=1"), Some(("a", "1")));
    }

    #[test]
    fn blanks() {
        assert_eq!(parse(" a = 1 "), Some(("a", "1")));
    }
}

#[cfg(test)]
mod endurance {
    #[test]
    fn a_million_rules() {
        for number in 0..1_000_000 {
            let text = format!("k{number}={number}");
            assert!(super::parse(&text).is_some());
        }
    }
}
