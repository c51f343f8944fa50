import type { JsonErrorCode } from '../platform/json/parse.ts';
import { both } from './both.ts';

/** What is wrong at a place in a JSON text. A code without a text does not compile. */
export const jsonErrors = both<Record<JsonErrorCode, string>>(
  {
    InvalidSymbol: 'invalid symbol',
    InvalidNumberFormat: 'invalid number format',
    PropertyNameExpected: 'property name expected',
    ValueExpected: 'value expected',
    ColonExpected: 'colon expected',
    CommaExpected: 'comma expected',
    CloseBraceExpected: 'close brace expected',
    CloseBracketExpected: 'close bracket expected',
    EndOfFileExpected: 'end of file expected',
    InvalidCommentToken: 'invalid comment token',
    UnexpectedEndOfComment: 'unexpected end of comment',
    UnexpectedEndOfString: 'unexpected end of string',
    UnexpectedEndOfNumber: 'unexpected end of number',
    InvalidUnicode: 'invalid unicode',
    InvalidEscapeCharacter: 'invalid escape character',
    InvalidCharacter: 'invalid character',
    ObjectExpected: 'object expected',
  },
  {
    InvalidSymbol: '无效的符号',
    InvalidNumberFormat: '数字格式不对',
    PropertyNameExpected: '这里应该是键名',
    ValueExpected: '这里应该有值',
    ColonExpected: '这里应该有冒号',
    CommaExpected: '这里应该有逗号',
    CloseBraceExpected: '这里应该有 }',
    CloseBracketExpected: '这里应该有 ]',
    EndOfFileExpected: '文件应该到此结束',
    InvalidCommentToken: '这里不能有注释',
    UnexpectedEndOfComment: '注释没有结束',
    UnexpectedEndOfString: '字符串没有结束',
    UnexpectedEndOfNumber: '数字没有写完',
    InvalidUnicode: '无效的 Unicode',
    InvalidEscapeCharacter: '无效的转义字符',
    InvalidCharacter: '无效的字符',
    ObjectExpected: '应该是一个对象',
  },
);
