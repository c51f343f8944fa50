import type { Language } from './language.ts';

/** `$0.072`; from $10 on `$12.35`. */
export const moneyText = (usd: number): string => `$${usd.toFixed(usd < 9.9995 ? 3 : 2)}`;

const UNITS = { en: { s: ' s', min: ' min', h: ' h' }, zh: { s: ' 秒', min: ' 分', h: ' 小时' } };

/** The same in few columns: `5.2 s`, `3.4 min`, `2.1 h`. */
export function shortTimeText(ms: number, language: Language): string {
  const { s, h } = UNITS[language];
  // A number with a fraction is not said with the short word.
  const min = language === 'zh' ? ' 分钟' : ' min';
  const inMinutes = ms / 60_000;
  const short = (amount: number) => amount.toFixed(amount < 9.95 ? 1 : 0);
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}${s}`;
  return inMinutes < 59.5 ? `${short(inMinutes)}${min}` : `${short(inMinutes / 60)}${h}`;
}

/** `5.2 s`, `1 min 5 s`, `2 h 7 min`. */
export function timeText(ms: number, language: Language): string {
  const { s, min, h } = UNITS[language];
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}${s}`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}${min} ${seconds % 60}${s}`
    : `${Math.floor(minutes / 60)}${h} ${minutes % 60}${min}`;
}
