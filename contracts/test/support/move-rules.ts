import { binsAreEqual, flattenBinArray, hash160, type Output } from '@bitauth/libauth';
import { seal, type Draft, type DraftInput } from './transaction.js';

/** The rules of moves, in words and apart from the scripts: what an announcement and a move may be. */
export type Rule = readonly [holds: boolean, problem: string];

/** Of a lock in blocks: below it. */
const BLOCKS = 0x1_0000;

export const commitmentOf = ({ token }: Output): Uint8Array => token?.nft?.commitment ?? new Uint8Array();

export const same = (left: Uint8Array | undefined, right: Uint8Array | undefined): boolean =>
  left !== undefined && right !== undefined && binsAreEqual(left, right);

/** Category and power of a token: a script cannot distinguish an immutable NFT from none. */
export const powerOf = ({ token }: Output): string => {
  if (token === undefined) return 'none';
  const { nft } = token;
  return `${token.category.toString()} ${nft === undefined || nft.capability === 'none' ? '' : nft.capability}`;
};

/** An output is what a coin was: lock, token and satoshis. */
export const isSame = (output: Output | undefined, coin: Output): boolean =>
  output !== undefined &&
  same(output.lockingBytecode, coin.lockingBytecode) &&
  powerOf(output) === powerOf(coin) &&
  (output.token?.amount ?? 0n) === (coin.token?.amount ?? 0n) &&
  output.valueSatoshis === coin.valueSatoshis;

export const follows = (second: DraftInput | undefined, first: DraftInput | undefined): boolean =>
  first !== undefined &&
  second !== undefined &&
  same(second.coin.txid, first.coin.txid) &&
  second.coin.vout === first.coin.vout + 1;

/** The address that an output names, if it is a notice. */
const namedBy = (output: Output | undefined): Uint8Array | undefined => {
  const lock = output?.lockingBytecode;
  if (lock === undefined || lock.length < 9) return undefined;
  const to = lock.slice(9);
  const said = flattenBinArray([Uint8Array.of(0x57, 0x45, 0x49, 0x52, 1, 25), to]);
  const notice = flattenBinArray([Uint8Array.of(0x6a, 0x4c, said.length), said]);
  return said.length < 256 && same(lock, notice) ? to : undefined;
};

/**
 * Whether the coin at input 0 consents: a key's by a signature that covers all outputs (ALL is 1 of the lowest two bits, NONE 2,
 * SINGLE 3). Of any other coin the script reads the same byte, so there must be one.
 */
const consents = (draft: Draft): boolean => {
  const pushes = seal(draft).transaction.inputs[0]?.unlockingBytecode ?? new Uint8Array();
  const [length] = pushes;
  if (length === undefined) return false;
  const type = pushes[length];
  if (type === undefined) return false;
  return draft.inputs[0]?.coin.output.lockingBytecode.length !== 25 || type % 4 === 1;
};

/** What moves of a covenant depend on. */
export interface Moving {
  /** Bytes of a state while no move is pending; the last 20 are the recipient. */
  readonly length: number;
  /** Where a state says its reserve, in three bytes; undefined where its satoshis are the reserve, in token mode. */
  readonly reserveAt: number | undefined;
  readonly delay: bigint;
  /** What goes into the reserve with an announcement, and out of it with a finish. */
  readonly fee: bigint;
}

/** An input that moves a stream, and what is around it. */
export interface Moved {
  readonly draft: Draft;
  readonly at: number;
  readonly moving: Moving;
  readonly coin: Output;
  readonly sequence: number;
}

/** A commitment whose reserve, where it says one, is another by so much; undefined where it cannot say it. */
const reservedBy = (place: number | undefined, commitment: Uint8Array, more: bigint): Uint8Array | undefined => {
  if (place === undefined) return commitment;
  const bytes = commitment.slice(place, place + 3);
  if (bytes.length < 3) return undefined;
  const [low = 0, middle = 0, high = 0] = bytes;
  // The top bit is the sign, as in all numbers of a script.
  const said = BigInt(low + 256 * middle + 65_536 * (high & 0x7f)) * (high > 0x7f ? -1n : 1n);
  const next = said + more;
  const size = next < 0n ? -next : next;
  if (size > 8_388_607n) return undefined;
  const number = Number(size);
  const top = (number >> 16) | (next < 0n ? 0x80 : 0);
  return Uint8Array.of(
    ...commitment.slice(0, place),
    ...[number & 255, (number >> 8) & 255, top],
    ...commitment.slice(place + 3),
  );
};

/** State and tokens go on where they were; the state's commitment is a new one, and its satoshis are more. */
const stays = function* (
  { draft, at, moving, coin }: Moved,
  commitment: Uint8Array | undefined,
  more: bigint,
): Generator<Rule> {
  const { inputs, outputs } = draft;
  const output = outputs[at];
  yield [isSame(output, { ...coin, valueSatoshis: coin.valueSatoshis + more }), 'the state changes'];
  yield [commitment !== undefined, 'a reserve that no commitment says'];
  yield [output !== undefined && same(commitmentOf(output), commitment), 'the state says something else'];
  if (moving.reserveAt !== undefined) return;
  const tokens = inputs[at + 1];
  yield [follows(tokens, inputs[at]), 'not its own tokens'];
  yield [tokens !== undefined && isSame(outputs[at + 1], tokens.coin.output), 'the tokens change'];
};

/** An announcement of another address. */
export const announces = function* (called: Moved): Generator<Rule> {
  const { draft, moving, coin, sequence } = called;
  const { length, reserveAt, delay, fee } = moving;
  const kept = commitmentOf(coin).slice(0, length);
  const to = namedBy(draft.outputs[draft.locktime]);
  yield [(coin.token?.amount ?? 0n) > 0n, 'under notice'];
  yield [delay > 0n, 'streams that do not move'];
  yield [draft.version === 2 && sequence === 1, 'not in a block yet'];
  yield [kept.length === length, 'not a state'];
  yield [
    same(hash160(draft.inputs[0]?.coin.output.lockingBytecode ?? new Uint8Array()), kept.slice(-20)),
    'not by the recipient',
  ];
  yield [consents(draft), 'a signature for not all outputs'];
  yield [to !== undefined, 'no notice'];
  if (to === undefined) return;
  const [first] = to;
  yield [first !== undefined && to.length <= 35 && (first & 0x6a) !== 0x6a, 'not an address that can be paid'];
  yield* stays(called, reservedBy(reserveAt, Uint8Array.of(...kept, ...hash160(to)), fee), fee);
};

/** A move to the address announced. */
export const finishes = function* (called: Moved): Generator<Rule> {
  const { draft, at, moving, coin, sequence } = called;
  const { length, reserveAt, delay, fee } = moving;
  const commitment = commitmentOf(coin);
  const [own, to] = [commitment.slice(length - 20, length), commitment.slice(length)];
  const first = draft.inputs[0]?.coin.output;
  yield [at === 0 || (first !== undefined && powerOf(first) !== powerOf(coin)), 'behind a stream of its plan'];
  yield [to.length === 20, 'no move is pending'];
  yield [draft.version === 2, 'without relative locks'];
  yield [same(own, to) || (sequence >= Number(delay) && sequence < BLOCKS), 'before the delay is over'];
  const moved = Uint8Array.of(...commitment.slice(0, length - 20), ...to);
  yield* stays(called, reservedBy(reserveAt, moved, -fee), -fee);
};
