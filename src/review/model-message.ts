/** Stop reasons of a message that the model did not end by itself. */
const CUT_OFF = ['tool_use', 'max_tokens', 'pause_turn', 'refusal', 'model_context_window_exceeded'];

/** One message of the model, as far as it has arrived. */
export class ModelMessage {
  private readonly texts: string[] = [];
  private callsTools = false;
  stopReason: string | null = null;

  constructor(readonly id: string) {}

  add(blocks: readonly { type: string; text?: unknown }[]): void {
    for (const { type, text } of blocks) {
      if (type === 'text') this.texts.push(String(text));
      if (type.endsWith('tool_use')) this.callsTools = true;
    }
  }

  /** All of it: the client's own result has only the last of several text blocks. */
  get text(): string {
    return this.texts.join('\n');
  }

  /** An interrupted message and one whose connection broke have no stop reason. */
  isFinished(stopReason = this.stopReason): boolean {
    return stopReason !== null && !CUT_OFF.includes(stopReason) && !this.callsTools;
  }
}
