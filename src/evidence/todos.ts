import { entryText, field, stringField } from '../transcript/entry.ts';
import type { Todo } from './evidence.ts';
import { copyOfStart } from './limits.ts';

const MAX_TODOS = 200;
export const TODO_TOOLS = new Set(['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskList']);

/** The worker's own to-do list: the older tool writes it as a whole, the newer ones by item. The one used last counts. */
export class Todos {
  private whole: Todo[] = [];
  private readonly tasks = new Map<string, Todo>();
  private usesTasks = false;
  /** Tasks with owners are a list that several agents share: an open one may be another's. */
  isShared = false;

  /** A call that succeeded. */
  add(tool: string, input: unknown, result: unknown, content: unknown): void {
    this.usesTasks = tool !== 'TodoWrite';
    if (stringField(input, 'owner')) this.isShared = true;
    switch (tool) {
      case 'TodoWrite':
        this.whole = todosIn(field(input, 'todos'), 'content');
        return;
      case 'TaskCreate': {
        const id = stringField(field(result, 'task'), 'id') ?? /^Task #(\S+) created/.exec(entryText(content))?.[1];
        if (id !== undefined && this.tasks.size < MAX_TODOS)
          this.tasks.set(id, { text: copyOfStart(stringField(input, 'subject') ?? '', 500), status: 'pending' });
        return;
      }
      case 'TaskUpdate': {
        const task = this.tasks.get((stringField(input, 'taskId') ?? '').replace(/^#/, ''));
        if (!task) return;
        task.status = copyOfStart(stringField(input, 'status') ?? task.status, 40);
        task.text = copyOfStart(stringField(input, 'subject') ?? task.text, 500);
        return;
      }
      case 'TaskList': {
        const tasks = field(result, 'tasks');
        if (!Array.isArray(tasks)) return;
        this.tasks.clear();
        for (const task of tasks.slice(0, MAX_TODOS)) {
          const [item] = todosIn([task], 'subject');
          const id = stringField(task, 'id');
          if (stringField(task, 'owner')) this.isShared = true;
          if (item && id !== undefined) this.tasks.set(id, item);
        }
      }
    }
  }

  state(): { done: number; open: Todo[] } {
    const all = (this.usesTasks ? [...this.tasks.values()] : this.whole).filter(({ status }) => status !== 'deleted');
    const open = all.filter(({ status }) => status !== 'completed');
    return { done: all.length - open.length, open };
  }
}

function todosIn(items: unknown, name: string): Todo[] {
  if (!Array.isArray(items)) return [];
  return items.slice(0, MAX_TODOS).flatMap((item) => {
    const text = stringField(item, name);
    return text === undefined
      ? []
      : [{ text: copyOfStart(text, 500), status: copyOfStart(stringField(item, 'status') ?? 'pending', 40) }];
  });
}
