/**
 * Entry of the bundle `dist/deliver.cjs` (scripts/build.sh): starts the process that tells others of a decision, and is
 * that process. Loaded only if somebody is to be told.
 */
export { ownTraceparent } from '../claude/own-trace.ts';
export { runDelivery } from './run-delivery.ts';
export { startDelivery } from './start-delivery.ts';
