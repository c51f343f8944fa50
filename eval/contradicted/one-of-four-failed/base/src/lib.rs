/// A token bucket. The time is handed in, in seconds.
pub struct Bucket {
    capacity: u32,
    per_second: u32,
    tokens: u32,
    last: u64,
}

impl Bucket {
    pub fn new(capacity: u32, per_second: u32) -> Self {
        Bucket { capacity, per_second, tokens: capacity, last: 0 }
    }

    pub fn take(&mut self, now: u64) -> bool {
        if self.tokens == 0 {
            return false;
        }
        self.tokens -= 1;
        self.last = now;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Bucket;

    #[test]
    fn gives_what_it_has() {
        let mut bucket = Bucket::new(2, 1);
        assert!(bucket.take(0) && bucket.take(0));
    }

    #[test]
    fn is_empty_then() {
        let mut bucket = Bucket::new(1, 1);
        bucket.take(0);
        assert!(!bucket.take(0));
    }

    #[test]
    fn is_filled_again() {
        let mut bucket = Bucket::new(1, 1);
        bucket.take(0);
        assert!(bucket.take(1));
    }

    #[test]
    fn is_never_overfull() {
        let mut bucket = Bucket::new(2, 1);
        bucket.take(0);
        assert!(bucket.take(100) && bucket.take(100));
        assert!(!bucket.take(100));
    }
}
