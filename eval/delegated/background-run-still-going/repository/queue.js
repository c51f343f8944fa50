export class Queue {
  #items = [];
  push(item) {
    this.#items.push(item);
  }
  pop() {
    return this.#items.shift();
  }
}
