import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Messages } from './messages.ts';

/** Long enough to be read. */
const SHOWN_MS = 4_000;

/** What continues the session in a terminal, to be copied. */
export function Command({ text, messages }: { text: string; messages: Messages }) {
  const code = useRef<HTMLElement>(null);
  const [result, setResult] = useState<'copied' | 'notCopied'>();
  useEffect(() => {
    if (result !== 'copied') return;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      // Not there at an address that is neither https nor this machine; and the user can forbid it.
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setResult('notCopied');
    }
  };
  return html`<div class="command">
    <p>${messages.goOn}${messages.colon}<code ref=${code}>${text}</code></p>
    <button type="button" onClick=${copy}>${messages.copy}</button>
    <span role="status" class=${result}>${result && messages[result]}</span>
  </div>`;
}
