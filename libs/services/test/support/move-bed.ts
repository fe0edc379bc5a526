import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createMovesService, type StreamView } from '../../src/index.js';
import type { Testbed } from './testbed.js';

/** Signs what a use case built. @returns the hash */
export const signBuilt = async (
  wallet: Wallet,
  { wcTransaction }: { readonly wcTransaction: Parameters<Wallet['signTransaction']>[0] },
) => (await wallet.signTransaction(wcTransaction)).signedTransactionHash;

/** Whether a stream is a wallet's, and does not move. */
export const isWith =
  ({ address }: Wallet) =>
  ({ recipient, pendingMove }: StreamView): boolean =>
    recipient === address && pendingMove === null;

/** What tests of moves do with the services of a bed. */
export const useMoves = (bed: Pick<Testbed, 'context' | 'streams'>) => {
  const moves = () => createMovesService(bed.context);
  const read = async (id: string): Promise<StreamView> => (await bed.streams.get(id)).stream;
  return {
    moves,
    read,
    kindsOf: async (id: string) => (await bed.streams.get(id)).events.map(({ event }) => event),
    untilRead: (id: string, what: string, is: (stream: StreamView) => boolean): Promise<StreamView> =>
      until(what, async () => {
        const stream = await read(id);
        return is(stream) ? stream : undefined;
      }),
    announce: async (ids: readonly string[], recipient: Wallet, to: Wallet) => {
      const built = await moves().announce({ streamIds: ids, to: to.address }, [to.address], recipient.address);
      return moves().confirm(await signBuilt(recipient, built));
    },
  };
};
