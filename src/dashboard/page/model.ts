import type { SessionHistory } from '../../history/session-history.ts';
import type { Language } from '../../i18n/language.ts';

/** What the server answers: it has these types from here. */
export interface Session extends SessionHistory {
  isRunning: boolean;
  needsUser: boolean;
  /** It waits for an answer, or was left at that. */
  isAsking: boolean;
  /** The agent went on after the last stop that is recorded. */
  wentOn: boolean;
  /** What stands of it, if that is more than its outcome. */
  statusText: Record<Language, string> | null;
}

export interface Sessions {
  progress: number;
  total: number;
  all: number;
  /** Of the project, the provider and the period. */
  needUser: number;
  projects: string[];
  providers: string[];
  sessions: Session[];
}

export interface Day {
  day: string;
  rounds: number;
  approvals: number;
  blocks: number;
  failures: number;
  costUsd: number;
}

export interface Statistics {
  progress: number;
  total: {
    rounds: number;
    approvals: number;
    blocks: number;
    failures: number;
    falseClaims: number;
    overruled: number;
    costUsd: number;
    claims: Record<string, number>;
  };
  days: Day[];
  roundsToApproval: [rounds: number, tasks: number][];
  latency: { p50: number; p90: number; p99: number };
}

/** A line of the journal of any kind. Written out, because what declares the kinds needs Node, and a browser has none. */
export interface Line {
  time: string;
  event?: string;
  tool?: string | null;
  verdict?: 'allow' | 'block' | 'failed';
  cause?: string;
  feedback?: string;
  request?: string | null;
  count?: number | null;
  max?: number;
  duration_ms?: number;
  cost_usd?: number | null;
  claims?: { kind: string; quote: string; status: string }[];
  findings?: { kind: string; certain: boolean; text: string }[];
  checks?: { name: string; outcome: string; reused?: boolean }[];
  since_last?: { tool_calls: number; files: string[]; more_files: number; commands: string[]; more_commands: number };
  changed?: { files: string[]; more_files: number };
  touched?: string[];
  changed_settings?: string[];
  questions?: string[];
  answers?: { question: string; answer: string | string[]; ground: string }[];
  plan_approved?: true;
  notices?: string[];
  session?: string;
  why?: string;
  api_error?: string;
  message?: string;
  mode?: string;
  overruled?: { verdict: string; feedback: string };
  by_hand?: { verdict: string; feedback: string; duration_ms: number; cost_usd: number | null };
}

export interface Timeline {
  session: Session;
  /** Continues it in a terminal. */
  command: string | null;
  /** What the user can do about it, if it needs them. */
  next: Record<Language, string> | null;
  lines: Line[];
}
