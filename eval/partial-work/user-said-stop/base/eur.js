export const eur = (cents) => (cents / 100).toFixed(2) + ' EUR';
