/** Begins a command that takes files away from where they are. */
const REMOVES = /(?:^|[\s;&|(])(?:rm|mv|unlink|rmdir|trash)\s/;

/** Whether one of these commands names a path, or a folder that it is in. `shown` is the path within the project. */
export function removedBy(commands: readonly string[]): (full: string, shown: string) => boolean {
  const words = commands
    .filter((command) => REMOVES.test(command))
    .flatMap((command) => command.split(/[\s'";&|()]+/))
    // Of `src/*.js`, the folder.
    .map((word) =>
      word
        .replace(/^\.\//, '')
        .replace(/\/?[^/]*\*.*$/, '')
        .replace(/\/$/, ''),
    )
    .filter((word) => word !== '' && !word.startsWith('-'));
  const named = [...new Set(words)];
  return (full, shown) =>
    named.some((word) => (word.startsWith('/') ? `${full}/`.startsWith(`${word}/`) : within(shown, word)));
}

/** Where the command ran is not asked: a part of the way will do. */
const within = (shown: string, word: string) => `/${shown}/`.includes(`/${word}/`);
