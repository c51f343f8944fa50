export const locale = (env = process.env) => env.LANG.split('.')[0].replace('_', '-');
