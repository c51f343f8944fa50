const SECONDS = { s: 1, m: 60 };

export const span = (text) => Number(text.slice(0, -1)) * SECONDS[text.at(-1)];
