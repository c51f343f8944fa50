import { join } from 'node:path';
import type { Config } from '../config/config-file.ts';
import type { Paths } from '../config/paths.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { hookMessages, type RoundFacts } from '../i18n/hook.ts';
import { readIfThere } from '../platform/private-file.ts';
import { errorCode } from '../platform/user-error.ts';
import { providerName } from '../providers/provider-name.ts';
import type { Review } from '../review/review.ts';
import type { TrustStatus } from '../trust/trust-status.ts';
import { appendJournal } from './journal.ts';
import type { Judgement, JudgementOutcome } from './judgement.ts';
import { configNotice, joinNotices, judgementNotices, type Notices, repositoryNotice } from './notices.ts';
import type { HookInput } from './protocol/input.ts';
import { formatOutput, type HookDecision, type HookOutput } from './protocol/output.ts';
import type { Exemption, Ruling } from './rules/state.ts';
import type { Verdict } from './rules/verdict.ts';
import type { HookDependencies } from './run.ts';

/** One event on its way to an answer. */
export interface EventContext {
  input: HookInput;
  id: string;
  config: Config;
  ruling: Ruling;
  paths: Paths;
}

const MOST_FILES = 20;

/** Writes a decision into the journal and puts it into the event's own format. */
export class Desk {
  constructor(
    private readonly needs: HookDependencies,
    private readonly file: EventContext,
  ) {}

  unreviewed(ruling: Exclude<Ruling, { kind: 'review' }>): HookOutput {
    const messages = hookMessages[this.needs.env.language];
    const { max } = this.facts();
    const config = this.configNotice();
    const [cause, reason] = unreviewedBecause(ruling, max);
    const notices = [
      ruling.kind === 'paused' && ruling.tell && messages.paused(max, this.switchWord('on')),
      ruling.kind === 'off' && ruling.tell && messages.wentOff,
      ruling.kind === 'exempt' && ruling.why === 'unchanged' && messages.unchanged,
      // A mistake in the file may be why it is off.
      ruling.kind === 'off' && config && messages.offNotice(config),
    ];
    this.journal('allow', cause, reason);
    return this.answer({ kind: 'allow', reason }, notices);
  }

  /** By these rules, the user's and those of a repository that they trust; `standing` is how its files stand. */
  judged(judged: Judgement, rules: SupervisorConfig, standing: TrustStatus): HookOutput {
    const { outcome } = judged;
    const { env } = this.needs;
    const messages = hookMessages[env.language];
    const isQuestion = this.file.input.event.form === 'question';
    const notices = [
      ...judgementNotices(judged, { maxTurns: isQuestion ? undefined : rules.maxTurns }, messages),
      repositoryNotice(standing, messages, env.language),
      this.configNotice(),
    ];
    switch (outcome.kind) {
      case 'check':
        return this.checkFailed(outcome, judged, notices);
      case 'brake':
        return this.letThrough(outcome, judged, notices);
      case 'review':
        return this.reviewed(outcome.review, judged, notices);
    }
  }

  private checkFailed(
    { failed, feedback }: Extract<JudgementOutcome, { kind: 'check' }>,
    judged: Judgement,
    notices: Notices,
  ): HookOutput {
    const messages = hookMessages[this.needs.env.language];
    const lost = this.journal('block', 'check', feedback, { judged, notices });
    const said = messages.checkFailed(this.round(null), failed.name, this.switchWord('off'));
    return this.answer({ kind: 'block', feedback }, [said, lost, ...notices]);
  }

  private letThrough(
    { brake, review }: Extract<JudgementOutcome, { kind: 'brake' }>,
    judged: Judgement,
    notices: Notices,
  ): HookOutput {
    const messages = hookMessages[this.needs.env.language];
    const [reason, said] =
      brake.kind === 'budget'
        ? ['cost limit reached', messages.budgetReached(brake.limit, brake.key)]
        : [
            'the same objection again and nothing changed',
            messages.stalled(this.round(review?.costUsd ?? null), brake.times, firstWords(brake.about)),
          ];
    const feedback = brake.kind === 'stall' ? brake.about : reason;
    const lost = this.journal('allow', brake.kind, feedback, { review, judged, notices });
    return this.answer({ kind: 'allow', reason }, [said, lost, ...notices]);
  }

  private reviewed(review: Review, judged: Judgement, notices: Notices): HookOutput {
    const { env, redact } = this.needs;
    const messages = hookMessages[env.language];
    const { verdict } = review;
    const round = this.round(review.costUsd);
    const feedback = verdict.kind === 'failed' ? verdict.message : verdict.feedback;
    const cause = verdict.kind === 'failed' ? verdict.cause : 'review';
    const lost = this.journal(verdict.kind, cause, feedback, { review, judged, notices });
    const extra = [lost, ...notices];
    const passed = judged.checks.filter(({ outcome }) => outcome.kind === 'passed').length;
    switch (verdict.kind) {
      case 'allow':
        return this.answer({ kind: 'allow', reason: feedback }, [messages.allowed(round, passed), ...extra]);
      case 'block':
        return this.answer({ kind: 'block', feedback }, [messages.blocked(round, this.switchWord('off')), ...extra]);
      case 'failed': {
        if (verdict.cause === 'deadline') return { exit: 124, stderr: 'hook execution timeout' };
        const why = redact(verdict.message);
        const message = `supervisor SDK failed: ${why}\n${messages.reviewFailedFix(this.file.paths.log(this.file.id))}`;
        return this.answer({ kind: 'failed', reason: unreviewedReason(why), message }, [
          messages.failed(round, why),
          ...extra,
        ]);
      }
    }
  }

  /** What the user can type: the slash command where a launch or an installation has put it. */
  private switchWord(mode: 'on' | 'off'): string {
    const command = mode === 'on' ? 'supervisor' : 'supervisoroff';
    return hasOurCommand(join(this.file.paths.claudeCommands, `${command}.md`))
      ? `/${command}`
      : `!ccc supervisor-mode ${mode}`;
  }

  private round(costUsd: number | null): RoundFacts {
    return { ...this.facts(), seconds: this.needs.elapsedMs() / 1000, costUsd };
  }

  private facts() {
    const { config, ruling } = this.file;
    return {
      max: config.supervisor.maxIterations,
      count: 'count' in ruling ? ruling.count : 0,
    };
  }

  private configNotice(): string | undefined {
    const { env } = this.needs;
    const messages = hookMessages[env.language];
    const { paths, config } = this.file;
    return configNotice(paths.configFile, config.problems, messages, env.language);
  }

  private answer(judgement: HookDecision, notices: Notices): HookOutput {
    const { input, config } = this.file;
    const systemMessage = input.namesEvent ? joinNotices(notices) : '';
    return formatOutput(input.event.form, judgement, { systemMessage, onFailure: config.supervisor.onFailure });
  }

  /** Returns what to say if the line could not be written; the decision stands all the same. */
  private journal(
    verdict: Verdict['kind'],
    cause: string,
    feedback: string,
    { review, judged, notices = [] }: { review?: Review | undefined; judged?: Judgement; notices?: Notices } = {},
  ): string | undefined {
    const { env, redact } = this.needs;
    const { input, id, config, ruling, paths } = this.file;
    try {
      appendJournal(
        paths.journal,
        {
          time: new Date().toISOString(),
          session_id: input.session_id,
          supervisor_id: id,
          prompt_id: input.prompt_id ?? null,
          event: input.event.name,
          tool: input.tool_name ?? null,
          verdict,
          cause,
          feedback,
          count: 'count' in ruling ? ruling.count : null,
          max: this.facts().max,
          duration_ms: Math.round(this.needs.elapsedMs()),
          cost_usd: review?.costUsd ?? null,
          tokens: review?.tokens ?? null,
          model: review?.model ?? null,
          provider: config.supervisor.provider || providerName(env),
          context: review?.context ?? null,
          turns: review?.turns ?? null,
          checks: (judged?.checks ?? []).map(({ name, outcome, reused, ms }) => ({
            name,
            outcome: outcome.kind,
            reused,
            ms: Math.round(ms),
          })),
          touched: (judged?.touched ?? []).slice(0, MOST_FILES),
          notices: notices.filter((line): line is string => !!line),
        },
        redact,
      );
      return undefined;
    } catch (error) {
      return hookMessages[env.language].journalLost(errorCode(error) ?? String(error));
    }
  }
}

function unreviewedBecause(ruling: Exclude<Ruling, { kind: 'review' }>, max: number): [cause: string, reason: string] {
  switch (ruling.kind) {
    case 'off':
      return ['off', 'supervisor mode disabled'];
    case 'paused':
      return ['limit', `iteration limit reached (${max}); supervision paused`];
    case 'exempt':
      return [ruling.why, EXEMPT[ruling.why]];
  }
}

const EXEMPT: Record<Exemption, string> = {
  background: 'subagents are still running in the background',
  compaction: 'a compaction is not judged',
  unchanged: 'nothing has changed since the last approval',
};

const firstWords = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

/** Read rather than recognised by name: it may be the user's own. */
function hasOurCommand(path: string): boolean {
  try {
    return readIfThere(path)?.includes('supervisor-mode') === true;
  } catch {
    return false;
  }
}

/** For the agent whose question or tool call is denied because nobody could judge it. */
const unreviewedReason = (why: string) =>
  `This call could not be reviewed and was not made (${why}). Go on without it where you safely can, and say what you assumed. If you cannot, stop and say what you need.`;
