/** One topic in both languages, side by side. A text that one of them lacks does not compile. */
export const both = <W>(en: W, zh: NoInfer<W>): { en: W; zh: W } => ({ en, zh });
