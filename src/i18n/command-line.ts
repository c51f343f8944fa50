import { visibleLine } from '../platform/visible-text.ts';
import { both } from './both.ts';

const list = (names: readonly string[], and: string, comma: string) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(comma)}${and}${names.at(-1)}`;

/** Headings of every help text, and what is said about a command line that cannot be read. */
export const commandLineMessages = both(
  {
    usage: 'Usage: ',
    anyOptions: '[options]',
    anyCommand: 'COMMAND',
    arguments: 'Arguments',
    options: 'Options',
    commands: 'Commands',
    exitCodes: 'Exit codes',
    variables: 'Environment variables',
    examples: 'Examples',
    seeAlso: 'See also',
    helpOption: 'Show this help',
    choices: (values: readonly string[]) => list(values, ' or ', ', '),
    unknownOption: (command: string, option: string) => `${command}: unknown option ${option}`,
    didYouMean: (name: string) => `Did you mean ${name}? `,
    needsValue: (command: string, option: string) => `${command}: ${option} needs a value`,
    takesNoValue: (command: string, option: string) => `${command}: ${option} takes no value`,
    missingArgument: (command: string, name: string) => `${command}: missing argument ${name}`,
    unexpectedArgument: (command: string, word: string | undefined) =>
      `${command}: unexpected argument${word === undefined ? '' : ` ${JSON.stringify(word)}`}`,
    invalidValue: (command: string, word: string, name: string) =>
      `${command}: invalid value ${JSON.stringify(word)} for ${name}`,
    useOne: (values: readonly string[]) => `Use ${list(values, ' or ', ', ')}.`,
    exclusive: (command: string, options: readonly string[]) =>
      `${command}: ${list(options, ' and ', ', ')} cannot be used together`,
    unknownCommand: (name: string) => `unknown command ${JSON.stringify(name)}`,
    unknownSubcommand: (command: string, name: string) => `${command}: unknown subcommand ${JSON.stringify(name)}`,
    seeHelp: (command: string) => `See: ${command} --help`,
  },
  {
    usage: '用法：',
    anyOptions: '[选项]',
    anyCommand: '命令',
    arguments: '参数',
    options: '选项',
    commands: '命令',
    exitCodes: '退出码',
    variables: '环境变量',
    examples: '示例',
    seeAlso: '另见',
    helpOption: '显示本帮助',
    choices: (values) => list(values, ' 或 ', '、'),
    unknownOption: (command, option) => `${command}：未知选项 ${option}`,
    didYouMean: (name) => `你是想用 ${name} 吗？`,
    needsValue: (command, option) => `${command}：${option} 需要一个值`,
    takesNoValue: (command, option) => `${command}：${option} 不带值`,
    missingArgument: (command, name) => `${command}：缺少参数 ${name}`,
    unexpectedArgument: (command, word) =>
      `${command}：多余的参数${word === undefined ? '' : `“${visibleLine(word)}”`}`,
    invalidValue: (command, word, name) => `${command}：${name} 不能是“${visibleLine(word)}”`,
    useOne: (values) => `可用 ${list(values, ' 或 ', '、')}。`,
    exclusive: (command, options) => `${command}：${list(options, ' 和 ', '、')} 不能同时使用`,
    unknownCommand: (name) => `未知命令“${visibleLine(name)}”`,
    unknownSubcommand: (command, name) => `${command}：未知子命令“${visibleLine(name)}”`,
    seeHelp: (command) => `参见：${command} --help`,
  },
);
