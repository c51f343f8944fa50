export const usd = (cents) => '$' + (cents / 100).toFixed(2);
