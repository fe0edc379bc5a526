import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Gives items one by one, for work that would block the event loop together: after every `atOnce` of them other requests have
 * their turn.
 */
export async function* inTurns<T>(items: Iterable<T>, atOnce: number): AsyncGenerator<T, void, void> {
  let given = 0;
  for (const item of items) {
    if (given > 0 && given % atOnce === 0) await nextTurn();
    given += 1;
    yield item;
  }
}
