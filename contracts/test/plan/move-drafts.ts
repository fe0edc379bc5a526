import { flattenBinArray, hash160, utf8ToBin, type Output } from '@bitauth/libauth';
import { purse } from '../support/coins.js';
import { outsider, type Party } from '../support/parties.js';
import type { Draft, DraftInput } from '../support/transaction.js';
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

/** The states after a move began or ended: all as it was but the recipient. */
const withRecipient = (stream: Stream, recipient: Uint8Array): Output[] =>
  streamOutputs(stream, { ...readStream(stream), recipient }, principalOf(stream), unitsOf(stream));

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
    outputs: [
      noticeOf(to),
      ...streams.flatMap((stream) =>
        withRecipient(stream, Uint8Array.of(...ownHash(readStream(stream)), ...hash160(to))),
      ),
      changeOf(consent, fee),
    ],
  }));

/** Anybody moves streams to the addresses announced. */
export const draftFinish = (
  streams: readonly Stream[],
  sequence = Number(streams[0]?.address.terms.delay ?? 0n),
): Draft => {
  const payer = purse(outsider, 400_000n, 'payer of a move');
  return atSize((fee) => ({
    version: 2,
    locktime: 0,
    inputs: [payer, ...movedInputs(streams, 'finish', sequence)],
    outputs: [
      changeOf(payer, fee),
      ...streams.flatMap((stream) => withRecipient(stream, readStream(stream).recipient.slice(20))),
    ],
  }));
};
