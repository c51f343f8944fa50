const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

export const eur = (cents) => format.format(cents / 100);
