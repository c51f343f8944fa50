/// A size for people: 1536 is "1.5 kB".
pub fn human(bytes: u64) -> String {
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let kilobytes = bytes as f64 / 1024.0;
    if kilobytes < 1024.0 {
        return format!("{kilobytes:.1} kB");
    }
    format!("{:.1} MB", kilobytes / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::human;

    #[test]
    fn small() {
        assert_eq!(human(12), "12 B");
    }

    #[test]
    fn megabytes() {
        assert_eq!(human(1024 * 1024), "1.0 MB");
        assert_eq!(human(5 * 1024 * 1024 / 2), "2.5 MB");
    }

    #[test]
    fn kilobytes() {
        assert_eq!(human(1536), "1.5 kB");
    }
}
