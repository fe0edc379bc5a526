import { bindUseCases } from '../shared/bind-use-cases.js';
import type { StreamContext } from '../streams/stream-context.js';
import { announceMove, finishMove, undoMove } from './build-moves.js';
import { confirmMove } from './confirm-moves.js';
import { listMoves } from './list-moves.js';

/** Builds the use cases of moves of streams and payments to other addresses of their recipients. Holds no state of its own. */
export const createMovesService = (shared: Omit<StreamContext, 'serves'>) => {
  const context: StreamContext = { ...shared, serves: 'either' };
  return bindUseCases(context, {
    list: listMoves,
    announce: announceMove,
    undo: undoMove,
    finish: finishMove,
    confirm: confirmMove,
  });
};

export type MovesService = ReturnType<typeof createMovesService>;
