import { lazy } from './lazy.ts';
import { MASK } from './redaction-mask.ts';
import { redactAwsSecrets } from './secret-aws.ts';

/**
 * What well-known services put in front of their keys, so that scanners find them. The length is far below the real one,
 * because text is often cut off; what follows never has the form of an ordinary name.
 */
const PREFIXED = String.raw`
  Anthropic, OpenAI                    sk-(?:ant|proj|or|svcacct|admin|lf)-[\w-]{8,}
  keys like these                      [sp]k-(?:[A-Za-z0-9]{16,}|(?=(?:[A-Za-z_-]*\d){3})[\w-]{16,})
  Stripe                               (?:sk|pk|rk)_(?:live|test|prod)_\w{8,}
  ElevenLabs                           sk_(?=[a-z]*\d)[A-Za-z0-9]{24,}
  Stripe, Svix                         whsec_[A-Za-z0-9+/=]{16,}
  GitHub                               gh[oprsu]_[A-Za-z0-9]{16,}
  GitHub                               github_pat_\w{16,}
  GitLab                               gl(?:pat|rt|rtr|dt|ft|ptt|cbt|imt|soat|agent|oas|ffct)-[\w.=-]{16,}
  Slack                                xox[a-z]-[\w-]{10,}
  Slack                                xapp-\d-[\w-]{10,}
  npm, Hugging Face, RubyGems, Docker  (?:npm|hf|rubygems|dckr_[po]at)_(?=[a-z]*[A-Z\d])[A-Za-z0-9-]{20,}(?!_)
  PyPI                                 pypi-[\w-]{32,}
  Google                               AIza[\w-]{16,}
  Google                               ya29\.[\w.-]{8,}
  Google                               GOCSPX-[\w-]{16,}
  AWS                                  (?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}
  Vault                                hv[sbr]\.[\w-]{16,}
  SendGrid                             SG\.[\w-]{16,}\.[\w-]{16,}
  Shopify                              shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{16,}
  DigitalOcean                         do[opr]_v1_[a-f0-9]{16,}
  Databricks                           dapi[a-f0-9]{32}
  Linear                               lin_(?:api|oauth)_[A-Za-z0-9]{16,}
  Grafana                              gl(?:sa|c)_(?=[A-Za-z_]*\d)[\w=+/]{20,}
  New Relic                            NR(?:AK|II|JS)-[\w-]{16,}
  Doppler                              dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{16,}
  Pulumi                               pul-[a-f0-9]{20,}
  Postman                              PMAK-[a-f0-9-]{20,}
  Atlassian                            AT(?:AT|CT|BB)T?3?[\w=-]{40,}
  Groq                                 gsk_[A-Za-z0-9]{16,}
  xAI                                  xai-[A-Za-z0-9]{16,}
  Perplexity                           pplx-[A-Za-z0-9]{16,}
  NVIDIA                               nvapi-[\w-]{16,}
  Replicate                            r8_(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}
  Supabase                             sb(?:p|_secret)_(?=[a-z]*\d)\w{20,}
  Notion                               ntn_[A-Za-z0-9]{20,}
  Figma                                fig[duo]_[\w-]{20,}
  Tailscale                            tskey-(?:auth|api|client|webhook)-[\w-]{10,}
  Sentry                               sntry[su]_[\w+/=-]{20,}
  PostHog                              ph[cx]_(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}
  Brevo                                xkeysib-[a-f0-9-]{16,}
  Contentful                           CFPAT-[\w-]{16,}
  Square                               sq0[a-z]{3}-[\w-]{16,}
  Mailgun                              key-[a-f0-9]{32}
  Twilio                               SK[a-f0-9]{32}
  Resend                               re_[A-Za-z0-9]{8}_[A-Za-z0-9]{16,}
  age                                  AGE-SECRET-KEY-1[A-Z0-9]{8,}
  JWT                                  eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?
`;

/**
 * Where a key can begin: also behind an escaped line end or an encoded character. Not \b, which holds at every hyphen: a
 * long run of them would be searched anew from each.
 */
const START = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}))`;
const KEY = lazy(() => {
  const forms = PREFIXED.trim()
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('  ') + 2));
  return new RegExp(`${START}(?:${forms.join('|')})`, 'g');
});

/** Keys with a mark in their middle. A text without the mark is not searched, because these begin with anything. */
const MARKED = lazy<readonly [service: string, mark: string, form: RegExp][]>(() => [
  ['Telegram', ':AA', /(?<![A-Za-z0-9])\d{8,10}:AA[\w-]{32,}/g],
  ['Terraform Cloud', '.atlasv1.', /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{16,}/g],
  ['Microsoft Entra', 'Q~', /(?<![\w.~-])[\w.~]{3}\dQ~[\w.~-]{30,}/g],
  // An id and a secret
  ['Zhipu', '.', /(?<![A-Za-z0-9_-])[a-f0-9]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])/g],
  ['Discord', '.', /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9]{23,25}\.[\w-]{6}\.[\w-]{27,}/g],
]);

const PRIVATE_KEY = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const LINE_END = String.raw`(?:\\+r)?\\+n|\r?\n`;
/** To its end; a block that was cut off, as long as its lines go on. The first line alone says nothing secret. */
const KEY_BLOCK = lazy(
  () =>
    new RegExp(
      `-----BEGIN ${PRIVATE_KEY}(?:(?:(?!-----)[\\s\\S])*-----END ${PRIVATE_KEY}|(?:(?:${LINE_END})[ \\t]*[A-Za-z0-9+/=]*(?=[ \\t]*(?:[\\\\\\r\\n"'\`]|$)))+)`,
      'g',
    ),
);

/** The address is kept. */
const WEBHOOK = lazy(
  () =>
    /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{1,30}\/|\.webhook\.office\.com\/webhookb2\/)[\w/@+-]{8,}/g,
);

/** A user's name is not secret; a token in its place has letters and digits, and is long. */
const URL_PASSWORD = lazy(
  () =>
    /(\b[a-z][a-z0-9+.-]{0,20}(?::|%3A)(?:\/|%2F){2}[^\s/:@%]{0,200}(?::|%3A))[^\s/"'<>]{1,200}?(@|%40)(?![^\s/"'<>@]{0,200}@)/gi,
);
const URL_TOKEN = lazy(
  () => /(\bhttps?:\/\/)(?=[A-Za-z_.~%-]{0,200}\d)(?=[\d_.~%-]{0,200}[A-Za-z])[\w.~%-]{16,200}(@[\w[])/gi,
);
/** A token of letters only is longer than most names. Some hosts repeat the user's name in the path. */
const URL_LETTERS = lazy(() => /(\bhttps?:\/\/)([A-Za-z]{16,200})(?!@[\w.:-]{1,200}\/\2\b)(@[\w[])/gi);
const URL_SIGNATURE = lazy(() => /([?&](?:sig|signature|x-(?:amz|goog)-signature)=)[\w%+/=-]{16,}/gi);

/** `Bearer x`. These are also English words, so what follows must have digits, end a string, or look like base64. */
const BEARER = lazy(() => /(?<![\w-])(Bearer\s+)(?:(?=[A-Za-z._~+/-]*\d)[\w.~+/-]{6,}=*|[\w.~+/-]{6,}(?=["'\\`]))/gi);
const BASIC = lazy(() => /\b(Basic\s+)(?=[A-Za-z+/]*(?:[0-9=]|[a-z][A-Z]{2}))[A-Za-z0-9+/=]{8,}/g);

/** Base64-like text that looks random: long, with letters and digits mixed. */
const BLOB = lazy(() => /[A-Za-z0-9_-]{24,}/g);
/** Before a run: it belongs to the hash of a package. */
const HASH = lazy(() => /(?:sha(?:1|256|384|512)[-:=]\s?["']?|\bh1:)[A-Za-z0-9+/]{0,88}$/);
/** Hashes, UUIDs, and the ids that Claude gives to messages. */
const KNOWN_HARMLESS = lazy(
  () =>
    /^(?:[0-9a-f]+|[0-9A-F]+|0x[0-9A-Fa-f]{40}|(?:srv)?toolu_\w+|(?:msg|req)_\w+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
);

/** Redacts what has the form of a well-known kind of credential. */
export function redactFormats(text: string): string {
  const out = redactAwsSecrets(text.replace(KEY_BLOCK(), MASK))
    .replace(KEY(), MASK)
    .replace(WEBHOOK(), `$1${MASK}`)
    .replace(URL_SIGNATURE(), `$1${MASK}`);
  return MARKED().reduce((left, [, mark, form]) => (left.includes(mark) ? left.replace(form, MASK) : left), out);
}

/** Redacts passwords in URLs. */
export const redactUrls = (text: string): string =>
  text.includes('://') || /%3A%2F%2F/i.test(text)
    ? text
        .replace(URL_PASSWORD(), `$1${MASK}$2`)
        .replace(URL_TOKEN(), `$1${MASK}$2`)
        .replace(URL_LETTERS(), `$1${MASK}$3`)
    : text;

/** Redacts what stands behind the name of a scheme. */
export const redactSchemes = (text: string): string =>
  text.replace(BEARER(), `$1${MASK}`).replace(BASIC(), `$1${MASK}`);

/** Redacts long runs of characters that look random. */
export const redactBlobs = (text: string): string =>
  text.replace(BLOB(), (run, at: number, whole: string) => (looksRandom(run) && !isHash(run, at, whole) ? MASK : run));

const isHash = (run: string, at: number, whole: string) =>
  /^sha\d{1,3}-/.test(run) || HASH().test(whole.slice(Math.max(0, at - 100), at));

export function looksRandom(run: string): boolean {
  if (KNOWN_HARMLESS().test(run)) return false;
  // A name is made of words.
  const inWords = run.match(/[a-z]{3,}/g)?.join('').length ?? 0;
  if (inWords >= run.length * 0.4) return false;
  const turns = run.match(/[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])|[a-z](?=[A-Z])/g)?.length ?? 0;
  return /[0-9]/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && turns >= run.length / 4;
}
