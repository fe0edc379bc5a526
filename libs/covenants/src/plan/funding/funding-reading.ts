import type { Output, TransactionCommon } from '@bitauth/libauth';
import { bytesKey } from '../../bytes/read-bytes.js';
import type { Outpoint } from '../../chain/outpoint.js';
import { isParty, partyHash, type Party } from '../../chain/party.js';

/** Returns a map key of the category of an output's token. */
export const categoryOf = ({ token }: Output): string | undefined => token && bytesKey(token.category);

/** Returns the one announcement among the outputs of a funding, or why there is none. */
export const onlyAnnouncement = (
  outputs: readonly Output[],
  announces: (lockingBytecode: Uint8Array) => boolean,
): Output | 'NO_ANNOUNCEMENT' | 'SEVERAL_ANNOUNCEMENTS' => {
  const [only, another] = outputs.filter(({ lockingBytecode }) => announces(lockingBytecode));
  if (only === undefined) return 'NO_ANNOUNCEMENT';
  return another === undefined ? only : 'SEVERAL_ANNOUNCEMENTS';
};

/** Maps the hashes that commitments hold of recipients to the addresses that outputs without a token show. */
export const shownParties = (outputs: readonly Output[]): ReadonlyMap<string, Party> =>
  new Map(
    outputs
      .filter(({ token, lockingBytecode }) => token === undefined && isParty(lockingBytecode))
      .map(({ lockingBytecode }) => [bytesKey(partyHash(lockingBytecode)), lockingBytecode]),
  );

/** Returns the one category that is at the plan's addresses and was made here, or why there is none. */
export const freshCategory = (
  transaction: TransactionCommon,
  addresses: ReadonlyMap<string, unknown>,
): { readonly category: string } | 'NO_STREAMS' | 'SEVERAL_CATEGORIES' | 'CATEGORY_NOT_FRESH' => {
  const there = transaction.outputs.filter(({ lockingBytecode }) => addresses.has(bytesKey(lockingBytecode)));
  const categories = new Set(there.map(categoryOf).filter((category) => category !== undefined));
  const [category] = categories;
  if (category === undefined) return 'NO_STREAMS';
  if (categories.size > 1) return 'SEVERAL_CATEGORIES';
  const fresh = transaction.inputs.some(
    ({ outpointIndex, outpointTransactionHash }) =>
      outpointIndex === 0 && bytesKey(outpointTransactionHash) === category,
  );
  return fresh ? { category } : 'CATEGORY_NOT_FRESH';
};

/** A stream that a funding made, as far as all of them are compared. */
interface FoundState {
  readonly coin: {
    readonly outpoint: Outpoint;
    readonly state: { readonly index: number };
    readonly companion: { readonly category: string } | undefined;
  };
}

/** One problem of a funding, and the output that has it; undefined of the whole. */
interface Fault<Problem> {
  readonly problem: Problem;
  readonly vout: number | undefined;
}

const indexesTwice = (streams: readonly FoundState[]): Fault<'INDEX_TWICE'>[] => {
  const seen = new Set<number>();
  return streams.flatMap(({ coin }) => {
    const { index } = coin.state;
    if (seen.has(index)) return [{ problem: 'INDEX_TWICE' as const, vout: coin.outpoint.vout }];
    seen.add(index);
    return [];
  });
};

const severalAssets = (streams: readonly FoundState[]): Fault<'SEVERAL_ASSETS'>[] => {
  const asset = streams[0]?.coin.companion?.category;
  const other = streams.find(({ coin }) => coin.companion?.category !== asset);
  return other === undefined ? [] : [{ problem: 'SEVERAL_ASSETS', vout: other.coin.outpoint.vout }];
};

/**
 * Reads the streams of a funding: every output of its category must be a sound one, all with indexes of their own and of one asset.
 *
 * @param own addresses of the plan and scripts of everybody, as keys of `bytesKey`: neither party may be one
 * @param read reads the stream at an output, or says why it is none
 */
export const fundedStreams = <Stream extends FoundState, Problem extends string>(
  outputs: readonly Output[],
  { category, sender, own }: { readonly category: string; readonly sender: Party; readonly own: ReadonlySet<string> },
  read: (output: Output, vout: number) => Stream | Problem,
) => {
  const found = outputs.flatMap((output, vout) =>
    categoryOf(output) === category ? [{ vout, stream: read(output, vout) }] : [],
  );
  const streams = found.flatMap(({ stream }) => (typeof stream === 'string' ? [] : [stream]));
  const problems: Fault<Problem | 'PARTY_IS_OF_THE_PLAN' | 'INDEX_TWICE' | 'SEVERAL_ASSETS'>[] = [
    ...(own.has(bytesKey(sender)) ? [{ problem: 'PARTY_IS_OF_THE_PLAN' as const, vout: undefined }] : []),
    ...found.flatMap(({ vout, stream }) => (typeof stream === 'string' ? [{ problem: stream, vout }] : [])),
    ...indexesTwice(streams),
    ...severalAssets(streams),
  ];
  return { streams, problems };
};
