export const handle = (name) => name.replace(/[^A-Za-z0-9]/g, '');
