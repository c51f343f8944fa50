import type { RunOutcome } from '../evidence.ts';
import type { Section } from './own-output.ts';
import type { Purpose } from './purpose.ts';
import type { Runner } from './runner.ts';
import { inside } from './working-folder.ts';

/** One thing that a command line was run for. */
export interface CommandPart extends Purpose {
  /** Where it ran, as far as `cd` and options say. */
  folder: string;
  /** Why the exit status of the whole does not say how this part ended; undefined: it does. */
  hidden: Extract<RunOutcome, { kind: 'unknown' }>['why'] | undefined;
  /** If the whole ends well, so did this part, unless `hidden` says otherwise: nothing else in its line can do anything to it. */
  isStatusSure: boolean;
  /** Matches the line on which the command itself prints this part's exit status. */
  statusLine: RegExp | undefined;
  /** Lines that other parts of the command print. */
  printedByOthers: string[];
  /** Its lines are shown as it printed them, at least some. */
  isOutputShown: boolean;
  /** Apart from those of others, the lines of its section are its own: nothing else can have printed them. */
  isOutputOwn: boolean;
  sections: Section[];
  /** `exit 77` in the same line: the status is what somebody chose. */
  isStatusChosen: boolean;
  /** Where it stands in the line, by pipelines. */
  position: number;
  /** A line that the command prints only if this part passed, or only if it failed. */
  onSuccess?: string | undefined;
  onFailure?: string | undefined;
  /** Only programs that do not fail stand behind it: `| tail`. If the whole failed, this part did. */
  isFailureVisible: boolean;
  /** Lines of its output may be missing: `| head`, `| grep`. */
  isFiltered: boolean;
  /** Of several summaries that it prints, only the last ones may be shown: `npm test --workspaces | tail`. */
  isCut: boolean;
  /** The patterns of `grep` behind it: only lines that fit all of them are shown. */
  patterns: RegExp[];
  /** Something runs only if this part passed, and may fail in its place. */
  isFollowed: boolean;
  /** Something else in the command may have failed in its place, before or after it. */
  hasRivals: boolean;
  background: boolean;
  /** Run again and again: an earlier turn may have failed, and a later one passed. */
  inLoop: boolean;
  /** The user's own rule for it. */
  runner?: Runner | undefined;
}

/** A command line taken apart. */
export interface CommandLine {
  /** What it was run for; at least one part, of the kind `other` if nothing is known of it. */
  parts: CommandPart[];
  /** Programs of which nothing says what they run. */
  opaque: CommandPart[];
  /** It has a formatter in it. */
  rewrites: boolean;
}

/** What a line around a part says of it. */
export type Surroundings = Pick<
  CommandPart,
  | 'hidden'
  | 'isStatusSure'
  | 'statusLine'
  | 'printedByOthers'
  | 'isOutputShown'
  | 'isOutputOwn'
  | 'sections'
  | 'isStatusChosen'
  | 'position'
  | 'isFailureVisible'
  | 'isFiltered'
  | 'isCut'
  | 'patterns'
  | 'isFollowed'
  | 'hasRivals'
  | 'background'
  | 'inLoop'
>;

/** A part of a line that stands inside another one. */
export const within = (part: CommandPart, place: Surroundings, folder: string): CommandPart => ({
  ...part,
  statusLine: place.statusLine ?? part.statusLine,
  printedByOthers: [...part.printedByOthers, ...place.printedByOthers],
  isOutputShown: place.isOutputShown && part.isOutputShown,
  isOutputOwn: place.isOutputOwn && part.isOutputOwn,
  sections: [...place.sections, ...part.sections],
  isStatusChosen: place.isStatusChosen || part.isStatusChosen,
  position: place.position,
  folder: inside(folder, part.folder),
  hidden: place.hidden ?? part.hidden,
  isStatusSure: place.isStatusSure && part.isStatusSure,
  isFailureVisible: place.hidden ? place.isFailureVisible && part.hidden === undefined : part.isFailureVisible,
  isFiltered: place.isFiltered || part.isFiltered,
  isCut: place.isCut || part.isCut,
  patterns: [...part.patterns, ...place.patterns],
  isFollowed: place.isFollowed || part.isFollowed,
  hasRivals: place.hasRivals || part.hasRivals,
  background: place.background || part.background,
  inLoop: place.inLoop || part.inLoop,
});
