export const gbp = (pence) => '£' + (pence / 100).toFixed(2);
