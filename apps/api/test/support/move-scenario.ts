import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AnnounceMoveResponse,
  ConfirmMovesResponse,
  FinishMoveResponse,
  ListEventsResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import { type Refusal, succeeded } from './client.js';
import type { Fixture } from './fixture.js';

/** A record that its recipient moves, and the wallet that it moves to. */
export interface ToMove {
  readonly id: string;
  readonly recipient: Wallet;
  readonly fresh: Wallet;
}

/** The refusal that an answer is. */
export const refused = ({ body }: { readonly body: unknown }) => body as Refusal;

/** Signs what a route built. @returns the hash */
export const signBuilt = async (wallet: Wallet, { wcTransaction }: Pick<AnnounceMoveResponse, 'wcTransaction'>) =>
  (await wallet.signTransaction(wcTransaction)).signedTransactionHash;

/** What tests of moves ask of the API. */
export const moveRequests = (fixture: Pick<Fixture, 'client'>) => {
  /** What shows that a wallet signs for its address. */
  const bearerOf = async (wallet: Wallet): Promise<string> =>
    (await fixture.client.signedInAs(wallet)).authorization.slice('Bearer '.length);
  return {
    bearerOf,
    announce: async ({ id, recipient, fresh }: ToMove, changes: object = {}) =>
      fixture.client.as(recipient.address).post<AnnounceMoveResponse>('/api/moves', {
        streamIds: [id],
        to: fresh.address,
        proof: { bearer: await bearerOf(fresh) },
        ...changes,
      }),
    confirm: (txHash: string, path = '/api/moves/confirm') =>
      fixture.client.post<ConfirmMovesResponse>(path, { txHash }),
    finish: (wallet: Wallet, ids: readonly string[]) =>
      fixture.client.as(wallet.address).post<FinishMoveResponse>('/api/moves/finish', { streamIds: ids }),
    /** Events of moves that an address can read, as soon as so many are published. */
    eventsOf: async (wallet: Wallet, many: number) => {
      for (;;) {
        const { events } = await succeeded(
          fixture.client.get<ListEventsResponse>(`/api/events?address=${wallet.address}&limit=200`),
        );
        const moves = events.filter(({ kind }) => kind.startsWith('move_'));
        if (moves.length >= many) return moves;
        await sleep(20);
      }
    },
  };
};

/**
 * Moves a record to another wallet: its recipient announces it, and the sender finishes it.
 *
 * @param delay blocks between both
 */
export const moveAway = async (
  fixture: Pick<Fixture, 'client' | 'mine'>,
  { sender, ...moved }: ToMove & { readonly sender: Wallet },
  delay: number,
): Promise<void> => {
  const { announce, confirm, finish } = moveRequests(fixture);
  const built = await succeeded(announce(moved));
  expect(built.leftOut).toEqual([]);
  await succeeded(confirm(await signBuilt(moved.recipient, built)));
  await fixture.mine(delay);
  const last = await succeeded(finish(sender, [moved.id]));
  await succeeded(confirm(await signBuilt(sender, last), '/api/moves/finish/confirm'));
};
