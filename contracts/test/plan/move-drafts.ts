import { flattenBinArray, hash160, utf8ToBin, type Output } from '@bitauth/libauth';
import { purse } from '../support/coins.js';
import { outsider, type Party } from '../support/parties.js';
import type { Draft, DraftInput } from '../support/transaction.js';
import { lessPayout, type Address } from './covenant.js';
import { atSize, plainOutput, streamInputs, streamOutputs } from './drafts.js';
import { ownHash } from './state.js';
import { principalOf, readStream, unitsOf, type Stream } from './stream.js';

/** What output 0 of an announcement says: product 25, with the whole new locking bytecode behind it. */
export const noticeOf = (to: Uint8Array): Output => ({
  lockingBytecode: flattenBinArray([
    Uint8Array.of(0x6a, 0x4c, to.length + 6),
    utf8ToBin('WEIR'),
    Uint8Array.of(1, 25),
    to,
  ]),
  valueSatoshis: 0n,
});

/** A coin by which a recipient consents. */
export const consentOf = (owner: Party, sighash?: number): DraftInput => {
  const input = purse(owner, 400_000n, `consent of ${owner.name}`);
  return { ...input, unlocking: { kind: 'key', owner, ...(sighash === undefined ? {} : { sighash }) } };
};

const changeOf = ({ coin }: DraftInput, fee: bigint): Output =>
  plainOutput(coin.output.lockingBytecode, coin.output.valueSatoshis - fee);

/** What an announcement puts into the reserve, and a finish takes out of it. */
export const moveFeeOf = ({ kind, terms }: Address): bigint => lessPayout(kind, terms.floor);

/** The states after a move began or ended: all as it was but the recipient, and the fee of a finish in the reserve. */
const withRecipient = (stream: Stream, recipient: Uint8Array, more: bigint): Output[] => {
  const state = readStream(stream);
  return streamOutputs(
    stream,
    { ...state, recipient, reserve: state.reserve + more },
    principalOf(stream),
    unitsOf(stream),
  );
};

const announcedOf = (streams: readonly Stream[], to: Uint8Array): Output[] =>
  streams.flatMap((stream) =>
    withRecipient(stream, Uint8Array.of(...ownHash(readStream(stream)), ...hash160(to)), moveFeeOf(stream.address)),
  );

const finishedOf = (streams: readonly Stream[]): Output[] =>
  streams.flatMap((stream) =>
    withRecipient(stream, readStream(stream).recipient.slice(20), -moveFeeOf(stream.address)),
  );

const moveFees = (streams: readonly Stream[]): bigint =>
  streams.reduce((all, { address }) => all + moveFeeOf(address), 0n);

const movedInputs = (streams: readonly Stream[], path: 'announce' | 'finish', sequence: number): DraftInput[] =>
  streams.flatMap((stream) =>
    streamInputs(stream, path).map((input, place) => (place === 0 ? { ...input, sequence } : input)),
  );

/** The recipient announces another address for streams of theirs. */
export const draftAnnounce = (streams: readonly Stream[], to: Uint8Array, consent: DraftInput, sequence = 1): Draft =>
  atSize((fee) => ({
    version: 2,
    locktime: 0,
    inputs: [consent, ...movedInputs(streams, 'announce', sequence)],
    outputs: [noticeOf(to), ...announcedOf(streams, to), changeOf(consent, fee + moveFees(streams))],
  }));

/** The same by a coin whose script wants output 0, as the state of a vault does: the notice is output 1, which the locktime says. */
export const draftAnnounceBehind = (
  streams: readonly Stream[],
  to: Uint8Array,
  { lead, kept, payer }: { readonly lead: DraftInput; readonly kept: Output; readonly payer: DraftInput },
): Draft =>
  atSize((fee) => ({
    version: 2,
    locktime: 1,
    inputs: [lead, payer, ...movedInputs(streams, 'announce', 1)],
    outputs: [kept, noticeOf(to), ...announcedOf(streams, to), changeOf(payer, fee + moveFees(streams))],
  }));

const delayOf = (streams: readonly Stream[]): number => Number(streams[0]?.address.terms.delay ?? 0n);

/** Anybody moves streams to the addresses announced, behind a coin of theirs. */
export const draftFinish = (streams: readonly Stream[], sequence = delayOf(streams)): Draft => {
  const payer = purse(outsider, 400_000n, 'payer of a move');
  return atSize((fee) => ({
    version: 2,
    locktime: 0,
    inputs: [payer, ...movedInputs(streams, 'finish', sequence)],
    outputs: [changeOf(payer, fee - moveFees(streams)), ...finishedOf(streams)],
  }));
};

/** One stream moves by itself: its reserve pays, and nobody signs. */
export const draftOwnFinish = (stream: Stream, sequence = delayOf([stream])): Draft => ({
  version: 2,
  locktime: 0,
  inputs: movedInputs([stream], 'finish', sequence),
  outputs: finishedOf([stream]),
});
