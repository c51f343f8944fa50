import { isatty } from 'node:tty';
import { promptStream } from './output.ts';

/** Whether the user can be asked: stdin and stderr are a terminal. */
export const isInteractive = () => isatty(0) && isatty(2);

/** Questions to the user, drawn on stderr. */
export interface Prompts {
  choose<T extends string>(question: string, options: Choice<T>[], first?: T): Promise<T>;
  text(
    question: string,
    about?: { initial?: string; hint?: string; wrong?: (answer: string) => string | undefined },
  ): Promise<string>;
  /** What is typed is not shown. */
  secret(question: string, wrong: (answer: string) => string | undefined): Promise<string>;
  confirm(question: string, yes: string, no: string, first?: boolean): Promise<boolean>;
}

export interface Choice<T extends string> {
  value: T;
  label: string;
  hint?: string;
}

class Cancelled extends Error {}

/** Asks the questions of `body`; undefined if the user cancels (Ctrl-C, Esc). */
export async function askUser<T>(body: (prompts: Prompts) => Promise<T>): Promise<T | undefined> {
  try {
    return await body(await onTerminal());
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  }
}

async function onTerminal(): Promise<Prompts> {
  const clack = await import('@clack/prompts');
  const output = promptStream();
  const answer = <T>(given: T): Exclude<T, symbol> => {
    if (clack.isCancel(given)) throw new Cancelled();
    return given as Exclude<T, symbol>;
  };
  return {
    choose: async (message, options, first) =>
      answer(
        await clack.select<string>({
          message,
          options,
          ...(first === undefined ? {} : { initialValue: first }),
          maxItems: 12,
          showInstructions: false,
          output,
        }),
      ) as (typeof options)[number]['value'],
    text: async (message, { initial, hint, wrong } = {}) =>
      answer(
        await clack.text({
          message,
          ...(initial === undefined ? {} : { initialValue: initial }),
          ...(hint === undefined ? {} : { placeholder: hint }),
          validate: (given) => wrong?.(given ?? ''),
          output,
        }),
      ) ?? '',
    secret: async (message, wrong) =>
      answer(await clack.password({ message, validate: (given) => wrong(given ?? ''), output })),
    confirm: async (message, active, inactive, first = true) =>
      answer(await clack.confirm({ message, active, inactive, initialValue: first, output })),
  };
}
