export const TODO = 'TODO';
export const DONE = 'DONE';

export const add = (list, text) => [...list, { text, state: TODO }];
