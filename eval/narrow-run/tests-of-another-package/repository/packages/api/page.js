export const page = (items, number) => items.slice((number - 1) * 10, number * 10 + 10);
