export const title = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
