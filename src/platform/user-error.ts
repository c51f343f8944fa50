/** Something went wrong that a person can put right: what it is, and how. Shown without a stack. */
export class UserError extends Error {
  override name = 'Problem';
  constructor(
    message: string,
    readonly fix: string,
    readonly exitCode: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** As it is printed. */
  get text(): string {
    return this.fix ? `${this.message}\n${this.fix}` : this.message;
  }
}

/** By name: the two files of the npm package each have this class. */
export const isUserError = (error: unknown): error is UserError => error instanceof Error && error.name === 'Problem';

/** The system's own name for what went wrong (`ENOENT`, `ENOSPC`, …). */
export const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;
