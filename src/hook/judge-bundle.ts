/**
 * Entry of the bundle `dist/judge.cjs` (scripts/build.sh): everything that judges, the reviewer, and what only a session
 * that is supervised needs. An event of another session does not load it, which would cost it several times its own run
 * time.
 */
export { sdkReviewer } from '../review/run.ts';
export { afterCompaction } from './after-compaction.ts';
export { computeEvidence, isUnchanged, judgeEvent, locateProject } from './judge.ts';
export { judgeAndRespond } from './judge-and-respond.ts';
export { apiErrorNotification, lateNotification } from './notify.ts';
export { recordTypedOverrule } from './overrule.ts';
export { recordSession } from './record-session.ts';
export { seeSettings } from './see-settings.ts';
export { isStopInTranscript } from './stop-in-transcript.ts';
