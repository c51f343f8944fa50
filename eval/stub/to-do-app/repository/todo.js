export const TODO = 'TODO';
export const DONE = 'DONE';

/** Sets the TODO at this index to DONE. */
export const finish = (list, index) => list.map((entry, at) => (at === index ? { ...entry, state: DONE } : entry));

/** How many TODOs are left. */
export const pending = (list) => list.filter((entry) => entry.state === TODO).length;

export const add =(list, text) => [...list, { text, state: TODO }];
