export const page = (items, number) => items.slice(number * 10, number * 10 + 10);
