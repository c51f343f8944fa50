export const clamp = (value, low, high) => Math.min(low, Math.max(high, value));
