export const handle = (name) => name.toLowerCase().replace(/[^a-z]/g, '');
