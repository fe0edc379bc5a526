import {
  buildAnnounceMove,
  buildFinishMove,
  buildPlanFunding,
  lockingBytecodeOf,
  type PlanMove,
  type PlanProduct,
  type WalletCoins,
} from '@weir/covenants';
import type { AskedEffect, MoveStep } from '../../src/index.js';
import { hashOf, lockOf, requestOf, TIP, TOKEN, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf } from './flow.js';
import { foundIn, movedTo, partOf, streamsOf } from './plan-flows.js';

/** Names of who has the streams, of where they move to, and of who pays for the finish. */
const [OLD, NEW, PAYER] = [0x2a, 0x2b, 0x2c];

export const newAddress = lockingBytecodeOf(hashOf(NEW));

/** Streams of one recipient, and the funding that opened them. */
export interface OwnStreams {
  readonly moves: readonly PlanMove[];
  readonly recipient: WalletCoins;
  readonly sender: string;
  readonly funding: string;
}

/** Opens three streams of one recipient. */
export const openOwn = (product: PlanProduct): OwnStreams => {
  const isOfTokens = product.endsWith('TOKEN');
  const sender = isOfTokens ? walletOf(1, 40_000_000_000n, 5n) : walletOf(1);
  const recipient = walletOf(OLD);
  const streams = streamsOf(product).map((stream) => ({ ...stream, recipient: lockOf(recipient) }));
  const part = partOf(product, lockOf(sender), streams);
  if (part === undefined) throw new Error('The plan is sound');
  const request = requestOf(buildPlanFunding(part, sender, TIP, isOfTokens ? TOKEN : undefined).transaction);
  const plan = foundIn(request);
  return {
    moves: plan.streams.map(({ contract, coin }) => ({ contract, coin })),
    recipient,
    sender: addressAt(lockOf(sender)),
    funding: request.transaction,
  };
};

/** Asks for a step of the move of streams from one address to another. */
export const changeOf = (
  { moves, sender }: Pick<OwnStreams, 'moves' | 'sender'>,
  move: MoveStep,
  from: Uint8Array,
  to: Uint8Array,
): readonly AskedEffect[] =>
  moves.map(({ coin: { category, state } }) => ({
    kind: 'CHANGES_RECIPIENT',
    move,
    category,
    index: state.index,
    sender,
    from: addressAt(from),
    to: addressAt(to),
  }));

/** Returns streams as a transaction leaves them. */
export const after = (moves: readonly PlanMove[], { request }: Pick<Flow, 'request'>, txid: string): PlanMove[] =>
  moves.map(({ contract, coin }) => {
    const { next } = movedTo(contract, coin, request, txid.repeat(32));
    if (next === undefined) throw new Error('A stream that moves goes on');
    return { contract, coin: next };
  });

/** The move of streams to another address: announced, undone, kept, announced again and finished. */
export const moveFlows = (product: PlanProduct): readonly Flow[] => {
  const own = openOwn(product);
  const { recipient, funding, sender } = own;
  const [old, payer] = [lockOf(recipient), walletOf(PAYER)];
  const flow = (
    name: string,
    built: Parameters<typeof flowOf>[1],
    wallet: WalletCoins,
    effects: readonly AskedEffect[],
  ): Flow => {
    const made = flowOf(`${product}: ${name}`, built, wallet, effects, [funding]);
    return { ...made, signer: { ...made.signer, parties: [old, newAddress] } };
  };
  const asks = (step: MoveStep, moves: readonly PlanMove[], to: Uint8Array) =>
    changeOf({ moves, sender }, step, old, to);
  const one = own.moves.slice(0, 1);
  const announced = flow(
    'announcement of a move',
    buildAnnounceMove(own.moves, newAddress, recipient),
    recipient,
    asks('ANNOUNCE', own.moves, newAddress),
  );
  const pending = after(own.moves, announced, 'a1');
  const undone = flow(
    'undoing of a move',
    buildAnnounceMove(pending, old, recipient),
    recipient,
    asks('UNDO', pending, old),
  );
  return [
    flow(
      'announcement of the move of one stream',
      buildAnnounceMove(one, newAddress, recipient),
      recipient,
      asks('ANNOUNCE', one, newAddress),
    ),
    announced,
    undone,
    flow(
      'end of an undone move',
      buildFinishMove(after(pending, undone, 'a2'), payer),
      payer,
      asks('KEEP', pending, old),
    ),
    flow('finish of a move', buildFinishMove(pending, payer), payer, asks('FINISH', pending, newAddress)),
  ];
};
