import type { Connection } from '../connection/connection.js';
import type { Moves } from '../types/moves.types.js';
import { loadWithWallet } from './load-with-wallet.js';

/** Creates the moves of a client. What they do is loaded with the first of them. */
export const createMoves = (connection: Connection): Moves => {
  const lazily =
    <Name extends keyof Moves>(name: Name) =>
    async (...given: Parameters<Moves[Name]>) =>
      // One call for all of them: each has its own arguments, which are passed on as they are.
      ((await loadWithWallet()).createAddressMoves(connection)[name] as (...all: typeof given) => never)(...given);
  return {
    announce: lazily('announce'),
    undo: lazily('undo'),
    finish: lazily('finish'),
    challenge: lazily('challenge'),
    page: lazily('page'),
  };
};
