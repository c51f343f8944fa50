/** Everything that judges, as one bundle of its own: an event that is let through unjudged does not load it. */
export { sdkReviewer } from '../review/run.ts';
export { Hearing } from './judge.ts';
