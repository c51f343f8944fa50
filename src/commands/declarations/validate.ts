import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

export const validate = declare({
  name: 'validate',
  summary: both('Test providers with one tiny request each', '用一次极小的请求测试供应商'),
  details: both(
    'Checks URL, key and model, then sends one real request for a single token to each provider, all at once (at most 20 s).',
    '检查网址、密钥和模型，再同时向每个供应商发出一个真实的请求，只要一个 token（最多 20 秒）。',
  ),
  arguments: {
    providers: {
      placeholder: both('PROVIDER', '供应商'),
      repeated: true,
      suggestions: 'provider',
      help: both(
        'What to test (default: the current provider, or your own setup if there is none)',
        '要测试的供应商（默认：当前供应商；没有则测试你自己的配置）',
      ),
    },
  },
  options: { all: { help: both('Test every provider in ccc.json', '测试 ccc.json 里的每个供应商') }, json },
  exitCodes: {
    0: both('Everything that could be tested works', '能测试的都正常'),
    1: both('Something does not work', '有不正常的'),
    130: both('Interrupted', '被中断'),
  },
  examples: ['ccc validate', 'ccc validate kimi glm', 'ccc validate --all --json'],
  seeAlso: ['provider', 'doctor'],
});
