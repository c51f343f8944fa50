export type Language = 'en' | 'zh';

/** The language of a locale such as `zh_CN.UTF-8`: Chinese if it says so, otherwise English. */
export const languageOf = (locale: string | undefined): Language =>
  locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
