/** One topic's words in both languages, side by side. What is missing in one of them does not compile. */
export const both = <W>(en: W, zh: NoInfer<W>): { en: W; zh: W } => ({ en, zh });
