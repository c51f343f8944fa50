export const title = (text) => text[0].toUpperCase() + text.slice(1);
