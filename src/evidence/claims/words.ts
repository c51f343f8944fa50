import type { CheckedKind } from '../evidence.ts';

/**
 * A word of a language with spaces between words; others need no boundary. Sentences are matched in lower case, and
 * letters are listed: patterns for any case and any alphabet take fifty milliseconds to compile.
 */
const LETTER = 'a-zß-ÿа-яё';
const latin = (words: string) =>
  `(?<![${LETTER}0-9_/.-])(?:${words.toLowerCase()})(?![${LETTER}0-9_]|[-/.][${LETTER}])`;
const any = (...patterns: string[]) => patterns.join('|');

/** What a message calls the thing that passes, in the languages that people write most. */
export const SUBJECTS: Record<CheckedKind, string> = {
  test: any(
    latin(
      'tests?(?! (?:plans?|data|helpers?|fixtures?|doubles?|utilit\\w+|files? (?:created|added|updated)|coverage added))|test[- ]suites?|test[- ]cases?|test files|specs|(?:unit|integration|e2e|regression|smoke)[- ]?tests?|suites?|vitest|jest|pytest|rspec|phpunit|playwright|go test|cargo test|pruebas|testes|prueba|Testlauf|testfälle|Unittests?|тест[a-zß-ÿа-яё]*',
    ),
    '测试|用例|单测|テスト|테스트',
  ),
  build: any(
    latin(
      'builds?|compilation|compil(?:es|ed|ing)|bundles?|kompilier[a-zß-ÿа-яё]*|compila(?:n|do|da|ción|ção|tion)?|construcción|Kompilierung|сборк[a-zß-ÿа-яё]*|компил[a-zß-ÿа-яё]*|собира[a-zß-ÿа-яё]*',
    ),
    '构建|编译|打包|ビルド|コンパイル|빌드|컴파일',
  ),
  types: any(
    latin(
      'type[- ]?check(?:s|ing|er|ed)?|typecheck\\w*|tsc|mypy|pyright|basedpyright|ty check|types|typescript|type errors?|type[- ]safety|vue-tsc|svelte-check|cargo check|Typprüfung|Typcheck|vérification des types|comprobación de tipos|verificação de tipos|проверк[a-zß-ÿа-яё] типов|типизаци[a-zß-ÿа-яё]*',
    ),
    '类型检查|型チェック|타입 ?체크|타입 ?검사',
  ),
  lint: any(
    latin(
      'lint(?:er|ers|ing|s)?|lint[- ](?:errors?|issues?|warnings?|checks?)|eslint|biome|ruff|clippy|golangci-lint|rubocop|flake8|pylint|swiftlint|ktlint|detekt|shellcheck|stylelint|oxlint|(?:flutter|dart) analy[sz]e|analy[sz]er|static analysis|prettier|format(?:ting)? checks?|go vet|vet|mix credo|credo|phpstan|линтер[a-zß-ÿа-яё]*|линт',
    ),
    '代码检查|静态检查|静态分析|リント|静的解析|린트',
  ),
};

/** How it says that it passes. */
export const PASSES = any(
  latin(
    'pass(?:es|ed)?(?!(?: it| them)? (?:an?|the|in|through|to|into|over|on(?! (?:all|both|every|each|these|the (?:full|whole|entire|touched|changed))\\b)|along|via|by|as|each|every|its|their|this|that|null|nil|undefined|empty|code)\\b)|(?:are|is|all|now|still|both|tests|suite|already) passing|passing (?=[.!)]|$)|passing$|green|succeed(?:s|ed)?|successful(?:ly)?|clean(?:ly)?(?! up)|happy|fixed|resolved|error-free|(?:did|does|do) not (?:find|report|show) any (?:errors?|issues?|warnings?|problems?)|(?:0|no|zero|without(?: any)?)(?: lint| type| typescript| compilation| build| remaining)? (?:errors?|issues?|warnings?|problems?|failures?|violations?|offenses?|findings|diagnostics)|all good|ok(?! (?:to|with|if|for)\\b)|\\d+ ?/ ?\\d+|[1-9]\\d*(?: tests?)? (?:passed|passing|pass|green)',
  ),
  latin(
    'bestanden|bestehen|grün|erfolgreich|fehlerfrei|ohne Fehler|keine Fehler|laufen durch|läuft durch|pasan|pasa|pasaron|pasando|pasados|exitos[a-zß-ÿа-яё]*|correctamente|sin errores|en verde|passent|passe|réussi[a-zß-ÿа-яё]*|sans erreurs?|au vert|passam|passou|passaram|passando|com sucesso|sem erros|прош[a-zß-ÿа-яё]+|пройден[a-zß-ÿа-яё]*|проход[a-zß-ÿа-яё]+|успешн[a-zß-ÿа-яё]*|без ошибок|не (?:нашёл|нашел|выявил|обнаружил)[а-яё]* ошибок|зел[её]н[a-zß-ÿа-яё]+|чист[аоы]?',
  ),
  '通过|成功|全绿|无误|正常|没有(?:任何)?(?:错误|问题|警告|报错)|[零无](?:任何)?(?:错误|警告|报错|问题)|0 ?个?(?:错误|失败|警告|问题)|パス|通過|合格|グリーン|エラー(?:は)?(?:なし|ありません|0)|問題(?:なし|ありません)|通りました|通ることを確認|通っています|통과|성공|(?:에러|오류|문제|경고) ?(?:없|0)|이상 없',
  '✅|✓|✔|🟢',
);

/** A clause with one of these is a wish, a condition, a plan or the opposite. */
const DENIED = new RegExp(
  any(
    latin(
      "not|never|nothing|none|neither|nor|only|far from|blocked|rejected|refused|on main|on master|upstream|used to|previously|up to the last|passed earlier|then all|before the|cannot|without running|unable|should|would|will|may|might|could|must|need(?:s|ed)?|want|wants|until|once|if|when|whether|unless|make sure|goal|aim|all but|believe|think|in theory|(?:you|user|reviewer|readme|docs?|comment|message|it) (?:says?|said|claims?|claimed|reports?|reported|confirmed|verified|ran|saw|noted|mentioned|told|wrote|tested)|before (?:my|the|this|these|your|any) (?:change|fix|edit|refactor|commit|patch|update)\\w*|most|mostly|ensures?|verif(?:y|ies)|make [^.]{0,20} pass|to pass|expect(?:ed)? to|hope|fail(?:s|ed|ing|ures?)?|broken|untested|unverified|except|apart from|other than|aside from|remains?|remaining|pending|skipped|haven|didn|doesn|don|isn|aren|wasn|weren|couldn|won|let me|let's|as soon as|ha(?:s|ve|d) to|guarantees?|requires?|dès que|m.assurer|s.assurer|cuando|hay que|comprobar que|asegur\\w*|würde[a-zß-ÿа-яё]*|sicherstellen|quand|lorsque|garantir|нужно|убедиться|чтобы|когда|going to|in order to|before (?:you|we)|next|todo|waiting|wait for|assum(?:e|es|ing)|supposed|likely|probably|wenn|si|se (?:os?|as?|todos|todas)|nem|nicht|kein(?:e|en)?|sollte[a-zß-ÿа-яё]*|falls|sobald|no (?:pasan|se)|debería[a-zß-ÿа-яё]*|ne .{1,12} pas|devrai[a-zß-ÿа-яё]*|não|deve[a-zß-ÿа-яё]*|не|должн[a-zß-ÿа-яё]*|если",
    ),
    "n't\\b|n’t\\b",
    '未|之前测试|修改之前|只有当|后会|才会|您提到|你提到|したら|すれば|ることを確認します|か確認|하겠습니다|는지|(?<=[가-힣])면[ ,]|等.{0,12}[后再]|一旦|没有?通过|没有?运行|没跑|不通过|无法|不能|应该|应当|将会|如果|需要|失败|尚|确保|必须|等待|会通过|通过后|(?:^|请)等|(?<!全)部分|ません(?!でした)|ない|失敗|はず|もし|必要|待|실패|않|못|필요|예정|하면|되면',
  ),
  '',
);
/** "0 failures" does not report a failure, "no new lint errors" denies nothing, and a test that failed before may pass now. */
const HARMLESS =
  /(?<![a-zß-ÿа-яё0-9])(?:0|no|zero|without(?: any)?|sin|sans|ohne|keine|sem|без|nicht mehr)(?: (?:new|lint|type|typescript|compilation|build|test|remaining|other))*[ -](?:fail(?:ed|ing|ures?|s)?|errors?|issues?|warnings?|problems?|violations?|errores|erreurs?|fehler|erros|ошибок)|(?:0|零|无|没有)\s*(?:任何)?(?:个)?\s*(?:失败|错误|警告|报错|问题)|(?:エラー|問題|失敗)(?:は)?(?:なし|ありません|0)|(?:에러|오류|문제|경고|실패) ?(?:없[가-힣]*|0)|do(?:es)? not? fail|(?:did|does|do) not (?:find|report|show) (?:any|a single) (?:errors?|issues?|warnings?|problems?)|не (?:нашёл|нашел|выявил|обнаружил)[а-яё]* ошибок|(?:previously|formerly|earlier|originally|once|initially)[- ](?:failing|broken|failed)|(?:the )?failing tests? (?=(?:now|all|both) )|\bnot just\b|\bnot only\b|if (?:anything|any)\b|既存の失敗|skipped/g;

export const isDenied = (clause: string): boolean => DENIED.test(clause.replaceAll(HARMLESS, ' '));

/** Says that whatever was run passes: which kinds, the list behind it says, or what was run last. */
export const EVERYTHING =
  /(?<![a-zß-ÿа-яё])(?:all|every(?:thing)?)(?: (?:the|of|other|quality|local|relevant|required|pre-commit|precommit|pipeline|validation|verification|now|is|are|looks?|still|three|four|five|six|\d+))*(?: (?:checks?|gates?|validations?|verifications?))?(?: (?:now|is|are|also|still|all|come|came|came back))* (?:pass(?:es|ed|ing)?|green|clean|successful(?:ly)?)(?= *(?:$|[.,;:!()—–-]|and|with|in|locally|now|✅))|(?:全部|所有|各项)(?:检查|验证|校验)?(?:均|都|已)*(?:通过|正常|全绿)|(?:全て|すべて|全)(?:の(?:チェック|検証))?(?:が)?(?:パス|通過|成功)|모두 통과|모든 (?:검사|체크).{0,6}통과/;
