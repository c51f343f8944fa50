import type { Env } from '../config/env.ts';
import { type JudgementMessages, judgementMessages, type RoundFacts } from '../i18n/judgement.ts';
import type { EventContext } from './event-context.ts';
import { joinNotices } from './notices.ts';
import { blocksOnFailure, type HookDecision, type OutputOptions } from './protocol/output.ts';
import { switchCommand } from './typed-commands.ts';

type FailureEnv = Pick<Env, 'language' | 'isAttended' | 'isUnattended' | 'provider'>;

/** What is to happen if a review failed, now that it is known whether anybody is there. */
export function failureOptions(
  { input, config: { supervisor } }: Pick<EventContext, 'input' | 'config'>,
  { isAttended, isUnattended }: FailureEnv,
): OutputOptions {
  const { onFailure, onStopFailure } = supervisor;
  // Where nobody is there, a question would wait for ever.
  const isHanging = isUnattended && input.event.form === 'question';
  const asked = onFailure === 'auto' ? (isAttended ? 'ask' : 'deny') : isHanging ? 'deny' : onFailure;
  return { onFailure: asked, onStopFailure };
}

/** Whether this event is denied or sent back if its review failed. */
export const blocksFailed = (event: EventContext, env: FailureEnv): boolean =>
  blocksOnFailure(event.input.event.form, failureOptions(event, env));

/** A failed review, for Claude Code and for the user. `why` is without keys. */
export function failedResponse(
  why: string,
  round: RoundFacts,
  event: EventContext,
  env: FailureEnv,
): { decision: HookDecision; userLine: string } {
  const messages = judgementMessages[env.language];
  const { form } = event.input.event;
  const isLeftToUser = (form === 'question' || form === 'tool') && !blocksFailed(event, env);
  const details = [
    isLeftToUser && messages.leftToYou,
    form === 'stop' && messages.stoppedUnreviewed(event.input.event.name === 'SubagentStop'),
    ownProvider(event, env) && messages.reviewerProvider(ownProvider(event, env) ?? ''),
    messages.reviewFailedFix(event.paths.log(event.id)),
  ];
  return {
    decision: {
      kind: 'failed',
      reason: form === 'stop' ? unreviewedStop(why) : unreviewedCall(why),
      // The first words are fixed: programs read them.
      message: [`supervisor SDK failed: ${why}`, ...details.filter(Boolean)].join('\n'),
    },
    userLine: blocksFailed(event, env)
      ? blockedLine(why, round, event, messages)
      : joinNotices([messages.failed(round, why), ...details.slice(0, 2)]),
  };
}

/** The reviewer's provider, if it is another than the worker's: it may be what is wrong. */
function ownProvider({ config }: EventContext, env: FailureEnv): string | undefined {
  const { provider } = config.supervisor;
  return provider && provider !== env.provider ? provider : undefined;
}

/** Where the event is not blocked, the user reads stderr, except after a review in the background. */
function blockedLine(why: string, round: RoundFacts, event: EventContext, messages: JudgementMessages): string {
  switch (event.input.event.form) {
    case 'stop':
      return joinNotices([messages.sentBackUnreviewed(round, why), messages.turnOff(switchCommand('off', event))]);
    case 'question':
    case 'tool':
      return messages.deniedUnreviewed(round, why);
    default:
      return messages.failed(round, why);
  }
}

/** For the agent that is sent back because the review failed. */
const unreviewedStop = (why: string) =>
  `Your work could not be reviewed, because the review itself failed (${why}). This is no objection to the work. If anything that was asked for is still open or unverified, finish it now. If nothing is, change nothing: wait a minute (for example with \`sleep 60\`) and end your turn again, so that the review is tried again.`;

/** For the agent whose question or tool call is denied because the review failed. */
const unreviewedCall = (why: string) =>
  `This call could not be reviewed and was not made (${why}). Go on without it where you safely can, and say what you assumed. If you cannot, stop and say what you need.`;
