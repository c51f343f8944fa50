import { describe, expect, it } from 'vitest';
import { ourHooks } from '../../../src/claude/our-hooks.ts';
import { withOurHooks, withoutOurHooks } from '../../../src/claude/settings-edit.ts';
import { parseJsonc } from '../../../src/config/jsonc.ts';
import { settingsFile } from '../../support/settings-files.ts';

const WANTED = ourHooks('/usr/local/bin/ccc', 600, 'ccc: reviewing…');
const FILES = Array.from({ length: 200 }, (_, i) => settingsFile(i + 1));
const bare = (text: string) => text.replace(/^\uFEFF/, '');

describe('200 generated settings files', () => {
  it('in and out again gives the same bytes', async () => {
    for (const file of FILES) {
      const text = bare(file.text);
      expect((await parseJsonc(text)).broken, `seed ${file.seed}\n${text}`).toBeUndefined();
      const { text: installed, traces } = withOurHooks(text, WANTED);
      expect((await parseJsonc(installed)).broken, `seed ${file.seed}\n${installed}`).toBeUndefined();
      expect(withoutOurHooks(installed, traces).text, `seed ${file.seed}\n${installed}`).toBe(text);
      expect(withoutOurHooks(installed).text, `no record, seed ${file.seed}\n${text}---\n${installed}`).toBe(text);
      expect(withOurHooks(installed, WANTED).changes).toEqual([]);
      const edited = bare(file.edited(installed));
      expect(withoutOurHooks(edited, traces).text, `edit, seed ${file.seed}\n${edited}`).toBe(bare(file.edited(text)));
      expect(withoutOurHooks(edited).text, `edit, no record, seed ${file.seed}\n${edited}`).toBe(
        bare(file.edited(text)),
      );
    }
  });
});
