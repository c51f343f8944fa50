export const locale = (env = process.env) => (env.LANG || 'en').split('.')[0].replace('_', '-');
