export interface UserErrorDetails extends ErrorOptions {
  /** Names the error in kebab-case (`config-broken`), whatever the language of the message is. */
  code: string;
  exitCode?: 1 | 2 | 4;
}

/** An error that the user can fix: what is wrong, and how to fix it. Shown without a stack. */
export class UserError extends Error {
  override name = 'UserError';
  readonly code: string;
  readonly exitCode: 1 | 2 | 4;

  constructor(
    message: string,
    readonly fix: string,
    { code, exitCode = 1, ...options }: UserErrorDetails,
  ) {
    super(message, options);
    this.code = code;
    this.exitCode = exitCode;
  }

  /** As it is printed. */
  get text(): string {
    return this.fix ? `${this.message}\n${this.fix}` : this.message;
  }
}

/** By name: each of the three files of the npm package has its own copy of the class. */
export const isUserError = (error: unknown): error is UserError => error instanceof Error && error.name === 'UserError';

/** The system's own name for what went wrong (`ENOENT`, `ENOSPC`, …). */
export const errorCode = (error: unknown): string | undefined =>
  isUserError(error) ? undefined : (error as NodeJS.ErrnoException | undefined)?.code;
