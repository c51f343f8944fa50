interface Prompt {
  type: 'user';
  message: { role: 'user'; content: string };
  parent_tool_use_id: null;
}

/** The prompts for the reviewer: a stream that stays open as long as the session. */
export class PromptQueue implements AsyncIterable<Prompt> {
  private readonly waiting: string[] = [];
  private wake: () => void = () => {};
  private closed = false;

  push(text: string): void {
    this.waiting.push(text);
    this.wake();
  }

  close(): void {
    this.closed = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Prompt> {
    while (!this.closed) {
      const content = this.waiting.shift();
      if (content !== undefined) yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null };
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}
