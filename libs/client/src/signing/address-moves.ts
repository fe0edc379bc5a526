import { Difference, differenceOf, type AskedEffect } from '@weir/verify';
import { addressOf } from '../connection/connection.js';
import { assertOwn, findStream, fundedContract, placeOfLock, type FundedContract } from './records.js';
import type { Expectation, Purpose, Scene } from './scene.js';

const STEPS = {
  '/api/moves/confirm': 'ANNOUNCE',
  '/api/moves/undo/confirm': 'UNDO',
  '/api/moves/finish/confirm': 'FINISH',
} as const;

/** A stream that the service moves, by its answer. */
interface MovedStream {
  readonly id: string;
  readonly product: 'stream' | 'payment';
}

const movedIn = (built: unknown): readonly MovedStream[] => {
  const { streams } = Object(built) as { readonly streams?: readonly MovedStream[] };
  return streams ?? [];
};

const isSame = (one: string, other: string, { network }: Pick<Scene, 'network'>): boolean =>
  differenceOf({ address: one }, { address: other }, network) === undefined;

/** Asks for a step of the move of a stream or a lock. */
const stepOf = async (
  scene: Scene,
  contract: FundedContract,
  move: 'ANNOUNCE' | 'UNDO' | 'FINISH' | 'KEEP',
  to: string,
): Promise<AskedEffect> => {
  const { lock, asset, moveDelay, stream } = contract;
  const from = stream.recipient;
  if (lock !== undefined)
    return { kind: 'MOVES_LOCK', move, lock: placeOfLock(lock, contract, scene.network), asset, moveDelay, from, to };
  const { category, index, sender } = await findStream(scene, contract);
  return { kind: 'CHANGES_RECIPIENT', move, category, index, sender, from, to };
};

/**
 * Asks for a vault's announcement of another address for a stream or a lock that it receives; of its own, which undoes what is pending.
 *
 * @throws Difference where somebody else receives it
 */
export const vaultAnnouncement = async (
  scene: Scene,
  { type, id }: { readonly type: string; readonly id: string },
  { vault, to }: { readonly vault: string; readonly to: string },
): Promise<AskedEffect> => {
  const contract = await fundedContract(scene, type === 'payment' ? 'payments' : 'streams', id);
  const from = contract.stream.recipient;
  if (!isSame(from, vault, scene)) throw new Difference('OTHER_TERMS', `${id} is paid to ${from}, not to the vault`);
  return stepOf(scene, contract, isSame(to, from, scene) ? 'UNDO' : 'ANNOUNCE', to);
};

/**
 * Asks for a step of the move of those streams and locks of a selection that the service did not leave out: from the wallet's own address to
 * the one that the caller named, of an undo to the old one. Anybody may finish, so there the record names both.
 *
 * @throws Difference where it moves any other
 */
export const addressMoves = async (
  scene: Scene,
  { path, streamIds = [], to: requested }: Purpose,
  built: unknown,
): Promise<Expectation> => {
  const step = STEPS[path as keyof typeof STEPS];
  const effects: AskedEffect[] = [];
  for (const { id, product } of movedIn(built)) {
    if (!streamIds.includes(id))
      throw new Difference('OTHER_TERMS', `It would move ${id}, which is not among the streams that you chose`);
    const contract = await fundedContract(scene, product === 'payment' ? 'payments' : 'streams', id);
    const from = contract.stream.recipient;
    if (step !== 'FINISH') assertOwn([from], await addressOf(scene.wallet, from));
    const to = step === 'ANNOUNCE' ? requested : step === 'UNDO' ? from : contract.movesTo;
    if (to === undefined) throw new Difference('OTHER_TERMS', `No move of ${id} to another address is pending`);
    if (step === 'ANNOUNCE' && isSame(to, from, scene))
      throw new Difference('OTHER_TERMS', `${id} is paid at ${from} already`);
    // What was undone stays: its finish keeps the old address.
    const isKept = step === 'FINISH' && isSame(to, from, scene);
    effects.push(await stepOf(scene, contract, isKept ? 'KEEP' : step, to));
  }
  return { effects, isRequested: true };
};
