import type { CheckedKind } from './evidence.ts';

/** How a message says that something passes. */
const CLAIMS: Record<CheckedKind, RegExp[]> = {
  test: [
    /\b(?:tests?|test suite|specs?|suite)\b[^\n]{0,60}?\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b/i,
    /\bpass(?:es|ed|ing)?\s+(?:(?:all|every|both|of|the|its|these|our|\d+)\s+)*(?:\w+\s+)?(?:tests?|test suite|specs?)\b(?!\s+(?:runner|file|case))/i,
    /\b[1-9]\d*(?:\s*\/\s*\d+)? (?:tests? )?(?:passed|passing)\b/i,
    /(?:测试|用例|单测)[^\n]{0,14}?(?:通过|成功|全绿)/,
    /通过[^\n]{0,8}?(?:测试|用例|单测)/,
  ],
  build: [
    /\bbuilds?\b[^\n]{0,40}?\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|clean(?:ly)?|green|successful(?:ly)?|works)\b/i,
    /\bcompiles?\b[^\n]{0,20}?\b(?:clean(?:ly)?|fine|successfully|without (?:errors?|warnings?))\b/i,
    /(?:构建|编译|打包)[^\n]{0,10}?(?:成功|通过|正常|无误)/,
  ],
  types: [
    /\b(?:type[- ]?check(?:s|ing|er)?|tsc|mypy|pyright|types)\b[^\n]{0,30}?\b(?:pass(?:es|ed|ing)?|clean|green|no errors|succeed(?:s|ed)?|ok)\b/i,
    /类型检查[^\n]{0,10}?(?:通过|成功|无误|没有错误)/,
  ],
  lint: [
    /\b(?:lint(?:er|ing|s)?|eslint|biome|ruff|clippy)\b[^\n]{0,30}?\b(?:pass(?:es|ed|ing)?|clean|green|no (?:errors|issues|problems|warnings)|succeed(?:s|ed)?|ok)\b/i,
    /(?:lint|代码检查|静态检查)[^\n]{0,12}?(?:通过|成功|无误|没有问题)/i,
  ],
};

/** A sentence with one of these is a wish, a condition or the opposite. */
const NOT_CLAIMED =
  /\b(?:not|never|cannot|without running|unable|should|would|will|may|might|could|must|need(?:s|ed)?|want|until|once|if|whether|unless|make sure|ensure|make .{0,40} pass|to pass|expect(?:ed)? to|hope|fail(?:s|ed|ing|ures?)?|broken|untested|haven|didn|doesn|don|isn|aren|wasn|weren|couldn|won)\b|n't\b|未|没有?通过|没有?运行|没跑|不通过|无法|不能|应该|应当|将会|如果|需要|失败|尚/i;
/** "0 failures" does not report a failure. */
const NO_FAILURES =
  /\b(?:0|no|zero|without(?: any)?) (?:fail(?:ed|ing|ures?|s)?|errors?)\b|(?:0|零|无|没有)\s*(?:个)?\s*(?:失败|错误)|do(?:es)? not? fail/gi;

/** What a message says passes. */
export function claimsIn(message: string): CheckedKind[] {
  const sentences = message
    .slice(-20_000)
    .split(/[\n⏎]+|(?<=[.!?])\s+|,?\s+(?:but|although|however|while)\b|[。；！？，;]/)
    .filter((sentence) => !NOT_CLAIMED.test(sentence.replaceAll(NO_FAILURES, '')));
  return (Object.keys(CLAIMS) as CheckedKind[]).filter((kind) =>
    CLAIMS[kind].some((pattern) => sentences.some((sentence) => pattern.test(sentence))),
  );
}
