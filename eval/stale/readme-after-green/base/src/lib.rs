/// A size for people: 1536 is "1.5 kB".
pub fn human(bytes: u64) -> String {
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    format!("{:.1} kB", bytes as f64 / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::human;

    #[test]
    fn small() {
        assert_eq!(human(12), "12 B");
    }

    #[test]
    fn kilobytes() {
        assert_eq!(human(1536), "1.5 kB");
    }
}
