import { en } from './en.ts';
import type { Language } from './language.ts';
import { zh } from './zh.ts';

/** What a person reads. What programs read (JSON, exit codes, the fixed first words of an error) is not in here. */
export type Messages = typeof en;

export const messagesIn = (language: Language): Messages => (language === 'zh' ? zh : en);

export interface RoundFacts {
  count: number;
  max: number;
  seconds: number;
  costUsd: number | null;
}

/** The numbers of a review. */
export function figures({ seconds, costUsd }: RoundFacts, language: Language): string {
  const time = seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
  return costUsd === null
    ? time
    : `${time}${language === 'zh' ? '，' : ', '}$${costUsd.toFixed(costUsd < 0.1 ? 3 : 2)}`;
}
