import { join } from 'node:path';
import type { Language } from '../config/env.ts';
import type { Config, ConfigProblem } from '../config/file.ts';
import type { Paths } from '../config/paths.ts';
import { codeOf } from '../problem.ts';
import type { HookInput } from '../protocol/input.ts';
import { type Answer, type Judgement, toAnswer } from '../protocol/output.ts';
import { providerName } from '../review/credentials.ts';
import { type Review, unreviewed } from '../review/reviewer.ts';
import { appendJournal } from '../store/journal.ts';
import { readIfThere } from '../store/private-file.ts';
import type { Ruling } from '../supervisor/session.ts';
import type { Verdict } from '../supervisor/verdict.ts';
import { translated } from '../words/translated.ts';
import type { HookNeeds } from './supervisor-hook.ts';

/** One event on its way to an answer. */
export interface Case {
  input: HookInput;
  id: string;
  config: Config;
  ruling: Ruling;
  paths: Paths;
}

/** Writes a decision into the journal and puts it into the event's own format. */
export class Desk {
  constructor(
    private readonly needs: HookNeeds,
    private readonly file: Case,
  ) {}

  unreviewed(ruling: Exclude<Ruling, { kind: 'review' }>): Answer {
    const { words } = this.needs;
    const { max } = this.facts();
    const config = this.configNotice();
    const [cause, reason] = unreviewedBecause(ruling, max);
    const notices = [
      ruling.kind === 'paused' && ruling.tell && words.paused(max, this.switchWord('on')),
      ruling.kind === 'off' && ruling.tell && words.wentOff,
      // A mistake in the file may be why it is off.
      ruling.kind === 'off' && config && words.offNotice(config),
    ];
    this.journal('allow', cause, reason, unreviewed({ kind: 'allow', feedback: reason }));
    return this.answer({ kind: 'allow', reason }, notices);
  }

  reviewed(review: Review): Answer {
    const { words, redact } = this.needs;
    const { paths } = this.file;
    const { verdict } = review;
    const { max, count } = this.facts();
    const round = { count, max, seconds: this.needs.elapsedMs() / 1000, costUsd: review.costUsd };
    const feedback = verdict.kind === 'failed' ? verdict.message : verdict.feedback;
    const lost = this.journal(verdict.kind, verdict.kind === 'failed' ? verdict.cause : 'review', feedback, review);
    const extra = [lost && words.journalLost(lost), this.configNotice()];
    switch (verdict.kind) {
      case 'allow':
        return this.answer({ kind: 'allow', reason: feedback }, [words.allowed(round), ...extra]);
      case 'block':
        return this.answer({ kind: 'block', feedback }, [words.blocked(round, this.switchWord('off')), ...extra]);
      case 'failed': {
        if (verdict.cause === 'deadline') return { exit: 124, stderr: 'hook execution timeout' };
        const why = redact(verdict.message);
        const message = `supervisor SDK failed: ${why}\n${words.reviewFailedFix(paths.log(this.file.id))}`;
        return this.answer({ kind: 'failed', reason: unreviewedReason(why), message }, [
          words.failed(round, why),
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

  private facts() {
    const { config, ruling } = this.file;
    return {
      max: config.supervisor.maxIterations,
      count: 'count' in ruling ? ruling.count : 0,
    };
  }

  private configNotice(): string | undefined {
    const [first] = this.file.config.problems;
    return first && this.needs.words.configProblem(this.file.paths.configFile, placeOf(first, this.needs.env.language));
  }

  private answer(judgement: Judgement, notices: (string | false | undefined)[]): Answer {
    const { input, config } = this.file;
    const systemMessage = input.namesEvent ? notices.filter(Boolean).join(' ').replaceAll('\n', ' ') : '';
    return toAnswer(input.event.shape, judgement, { systemMessage, onFailure: config.supervisor.onFailure });
  }

  /** Returns why the line could not be written; the decision stands all the same. */
  private journal(verdict: Verdict['kind'], cause: string, feedback: string, review: Review): string | undefined {
    const { env, redact } = this.needs;
    const { input, id, ruling, paths } = this.file;
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
          cost_usd: review.costUsd,
          tokens: review.tokens,
          model: review.model,
          provider: providerName(env),
          context: review.context,
          turns: review.turns,
        },
        redact,
      );
      return undefined;
    } catch (error) {
      return codeOf(error) ?? String(error);
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
      return [
        ruling.why,
        ruling.why === 'background' ? 'subagents are still running in the background' : 'a compaction is not judged',
      ];
  }
}

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

const placeOf = ({ key, line, column, fix }: ConfigProblem, language: Language) =>
  [line && `${line}:${column}`, key, translated(fix, language)].filter(Boolean).join(', ');
