/** Nothing of the machine's own configuration. */
export const gitEnv = (home: string, at?: number) => ({
  HOME: home,
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@x' },
  // The log of HEAD takes its times from here.
  ...(at === undefined ? {} : { GIT_AUTHOR_DATE: gitDate(at), GIT_COMMITTER_DATE: gitDate(at) }),
});

const gitDate = (at: number) => `${Math.floor(at / 1000)} +0000`;
