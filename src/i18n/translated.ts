import type { Language } from './language.ts';

/** What is wrong with a value is said in English where it is found; here it is put into the user's language. */
export const translated = (english: string, language: Language): string =>
  language === 'en'
    ? english
    : CHINESE.reduce((text, [pattern, chinese]) => {
        const found = pattern.exec(text);
        return found === null ? text : typeof chinese === 'string' ? text.replace(pattern, chinese) : chinese(...found);
      }, english);

const oneOf = (choices: string) => choices.split(' or ').join(' 或 ');
const example = (object: string, others: string) => `${object}，可加 ${others.split(' and ').join('、')}`;

const CHINESE: [RegExp, string | ((...found: string[]) => string)][] = [
  [/^write a whole number from (\d+) to (\d+)$/, '请写 $1 到 $2 之间的整数'],
  [/^write a number from (\S+) to (\d+)$/, '请写 $1 到 $2 之间的数'],
  [
    /^write a list of (\{.*\}), with (.*) if you like$/,
    (_, object = '', more = '') => `请写一个列表，每项为 ${example(object, more)}`,
  ],
  [/^write (\{.*\}), with (.*) if you like$/, (_, object = '', more = '') => `请写 ${example(object, more)}`],
  [/^write a list of strings$/, '请写字符串的列表'],
  [/^write a string$/, '请写字符串'],
  [/^write ((?:true|"[^"]*")(?: or (?:false|"[^"]*"))+)$/, (_, choices = '') => `请写 ${oneOf(choices)}`],
  [/^write (?:an|one JSON) object: (.*)$/, '请写成对象：$1'],
  [
    /^unknown here: (.*); known are (.*)$/,
    (_, names = '', known = '') => `这里没有 ${names.split(', ').join('、')}；已知的有 ${known.split(', ').join('、')}`,
  ],
  [/^unknown here; known are (.*)$/, (_, known = '') => `这里没有这个键；已知的有 ${known.split(', ').join('、')}`],
  [/^make it readable \((.*)\)$/, '请让它可读（$1）'],
  // What the parser of JSON finds.
  [/^invalid symbol$/, '无效的符号'],
  [/^invalid number format$/, '数的写法不对'],
  [/^property name expected$/, '这里应有键名'],
  [/^value expected$/, '这里应有值'],
  [/^colon expected$/, '这里应有冒号'],
  [/^comma expected$/, '这里应有逗号'],
  [/^close brace expected$/, '这里应有 }'],
  [/^close bracket expected$/, '这里应有 ]'],
  [/^end of file expected$/, '文件应到此为止'],
  [/^invalid comment token$/, '这里不能有注释'],
  [/^unexpected end of comment$/, '注释没有结束'],
  [/^unexpected end of string$/, '字符串没有结束'],
  [/^unexpected end of number$/, '数没有写完'],
  [/^invalid unicode$/, '无效的 Unicode'],
  [/^invalid escape character$/, '无效的转义字符'],
  [/^invalid character$/, '无效的字符'],
];
