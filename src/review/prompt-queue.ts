/** The prompts for the reviewer: a stream that stays open while the conversation lasts. */
export class PromptQueue implements AsyncIterable<string> {
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

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    while (!this.closed) {
      const text = this.waiting.shift();
      if (text !== undefined) yield text;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}
