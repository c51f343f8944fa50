import { isRecord } from '../protocol/answers.ts';

/**
 * Words for what cannot be undone, or reaches others. A question with one of them in it is left to the user, whichever
 * option would be chosen: that one too many goes to them costs little.
 */
const WORDS = [
  // English; the stems of verbs, so that "deletes" and "deletion" count as well
  'delet|remov|\\brm\\b|get(?:ting)? rid|throw(?:ing)? away|clean(?:ing|s|ed)?\\b|clear(?:ing|s|ed)?\\b|tear(?:ing)? down|empt(?:y|ies)',
  'destr(?:oy|uct)|drop(?!down)|eras|wip(?:e|ing)|purg|truncat|overwrit|replac|discard|clobber|prun(?:e|ing)|uninstall|shred|nuk(?:e|ing)|\\bkill',
  'reset|revert|roll(?:ing)? ?back|revok|regenerat|rotat|cancel|terminat|deactivat|disabl\\w* (?:the )?account|shut ?down|clos(?:e|ing)\\b|archiv|format (?:the )?(?:disk|drive)',
  'publish|releas|deploy|ship(?:ping|ped)?\\b|upload|submit|post(?:ing|ed)? to|send|e-?mail|announc|tweet|notif(?:y|ies) (?:users|customers|everyone)|go(?:es|ing)? live|\\blive\\b|roll(?:ing)? out|production|\\bprod\\b|public\\b|invit(?:e|ing)|grant|terraform apply|\\btag v?\\d|pull request|\\bPR\\b',
  'pay(?!load)|\\bpaid|purchas|\\bbuy|\\border\\b|spend|charg(?:e|ing) (?:the|a|your|my)|credit card|billing|subscrib|subscription|invoice|refund|donat|transfer|wir(?:e|ing) ',
  "push|--force|rewrit\\w* (?:the )?(?:git )?history|rebas|merg|amend|squash|migrat|irreversib|cannot be undone|can't be undone|permanent",
  // Chinese, simplified and traditional
  '删|刪|移除|清空|清除|清理|清掉|扔掉|销毁|銷毀|抹掉|丢弃|丟棄|放弃|放棄|覆盖|覆蓋|替换|替換|重置|卸载|卸載|吊销|吊銷|取消|格式化|注销|註銷|回滚|回滾|回退|撤回|停机|停機|关停|關停|下线|下線',
  '发布|發布|發佈|发版|發版|上线|上線|上架|线上|線上|部署|上传|上傳|发送|發送|发给|發給|邮件|郵件|公告|通知(?:用户|客户|所有人)|生产|生產|推送|推到|强推|強推|合并|合併|合入|迁移|遷移|改写历史|重写历史|公开|公開|开源|開源|邀请|邀請|授权|授權',
  '付款|付费|付費|支付|购买|購買|买|買|下单|下單|扣费|扣費|汇款|匯款|转账|轉帳|轉賬|退款|订阅|訂閱|充值|续费|續費|不可逆|无法撤销|不能撤销|永久',
];

const IRREVERSIBLE = new RegExp(WORDS.join('|'), 'iu');
/** Letters that look like Latin ones: in one word with them they hide what it says. */
const MIXED_SCRIPTS =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

/** As it is read: without what Unicode offers to make a word look like another. */
const plain = (text: string) => text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Whether a question is, or may be, about something that cannot be undone. */
export const mayBeIrreversible = (toolInput: unknown): boolean =>
  textsIn(toolInput)
    .map(plain)
    .some((text) => IRREVERSIBLE.test(text) || MIXED_SCRIPTS.test(text));

/** Every text at any depth: question, header, labels, descriptions, previews. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (depth > 8) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, depth + 1));
  return isRecord(value) ? Object.values(value).flatMap((item) => textsIn(item, depth + 1)) : [];
}
