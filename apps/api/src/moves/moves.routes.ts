import {
  announceMove,
  confirmAnnouncement,
  confirmFinish,
  confirmUndo,
  finishMove,
  listMoves,
  undoMove,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { MovesService } from '@weir/services';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf, type ProofReader } from '../plugins/access/caller.js';
import { walletOf } from '../shared/request.js';

/** Access of each route of moves to other addresses. Records are public, and so is where they move to. */
const MOVE_ACCESS = {
  list: OPEN,
  announce: { caller: 'required', role: 'recipient', states: ['ACTIVE', 'PAUSED'] },
  undo: { caller: 'required', role: 'recipient', states: ['ACTIVE', 'PAUSED'] },
  finish: { caller: 'required', role: 'anyone', states: ['ACTIVE', 'PAUSED'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirm: { ...OPEN, states: ['ACTIVE', 'PAUSED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Registers the routes by which recipients move to another address. */
export const movesRoutes: Routes<{
  readonly moves: MovesService;
  readonly readProof: ProofReader;
}> = (app, { moves, readProof }, done) => {
  app.get('/', { schema: listMoves, config: { access: MOVE_ACCESS.list } }, async ({ query }) => moves.list(query));

  app.post(
    '/',
    { schema: announceMove, config: { access: MOVE_ACCESS.announce, work: 'expensive' } },
    async (request) => {
      const { proof, ...input } = request.body;
      const proven = await readProof(request, proof?.bearer);
      return moves.announce(input, proven, callerOf(request), walletOf(request));
    },
  );
  app.post('/undo', { schema: undoMove, config: { access: MOVE_ACCESS.undo, work: 'expensive' } }, async (request) =>
    moves.undo(request.body, callerOf(request), walletOf(request)),
  );
  app.post(
    '/finish',
    { schema: finishMove, config: { access: MOVE_ACCESS.finish, work: 'expensive' } },
    async (request) => moves.finish(request.body, callerOf(request), walletOf(request)),
  );
  for (const [url, schema] of [
    ['/confirm', confirmAnnouncement],
    ['/undo/confirm', confirmUndo],
    ['/finish/confirm', confirmFinish],
  ] as const)
    app.post(url, { schema, config: { access: MOVE_ACCESS.confirm, work: 'expensive' } }, async ({ body }) =>
      moves.confirm(body.txHash),
    );
  done();
};
