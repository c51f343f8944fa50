/**
 * Entry of the bundle `dist/judge.cjs` (scripts/build.sh): everything that judges, and the reviewer. An event that is
 * not judged does not load it, which would cost it several times its own run time.
 */
export { sdkReviewer } from '../review/run.ts';
export { computeEvidence, isUnchanged, judgeEvent, locateProject } from './judge.ts';
