import type { ChainNode } from '../node/node.types.js';
import type { Misbehaviour, ProxiedCall } from './misbehaviour.js';

type Tell = (result: unknown, call: ProxiedCall) => unknown;

/** A lie in place of what the server knows; its errors stay what they are. */
const lie = (methods: readonly string[], tell: Tell): Misbehaviour => ({
  methods,
  fault: { kind: 'lie', tell: (result, call) => (result === undefined ? undefined : tell(result, call)) },
});
/** A lie whatever the server knows. */
const claim = (methods: readonly string[], tell: Tell): Misbehaviour => ({ methods, fault: { kind: 'lie', tell } });

const changed = (result: unknown, change: object): object => ({ ...(result as object), ...change });
const headerAt = (node: ChainNode, height: number): string =>
  node.blockAt(Math.max(0, Math.min(height, node.tip.height)))?.header ?? '';

const GET = ['blockchain.transaction.get'];
const HEIGHT = ['blockchain.transaction.get_height'];
const PROOF = ['blockchain.transaction.get_merkle'];
const TIP = ['blockchain.headers.get_tip', 'blockchain.headers.subscribe'];
const HEADERS = ['blockchain.block.headers'];
const HEADER = ['blockchain.block.header'];
const HISTORY = ['blockchain.scripthash.get_history'];
const STATUS = ['blockchain.scripthash.subscribe'];
const SOMETHING = 'cd'.repeat(32);
const MISSING = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';
const HEADER_HEX = 160;

/** A header that claims another tree of transactions. Nobody did the work for it. */
const withRoot = (header: string, root: string): string => `${header.slice(0, 72)}${root}${header.slice(136)}`;
const reversed = (hash: string): string => Buffer.from(hash, 'hex').reverse().toString('hex');

/** Lies a server can tell, ready to be ordered. What they stand on is read when they are told. */
export const lies = {
  /** Another transaction for every hash. */
  otherTransaction: (hex: string) => lie(GET, (result) => (typeof result === 'string' ? hex : result)),
  /** The right transaction with one bit changed. */
  flippedBit: () =>
    lie(GET, (result) =>
      typeof result === 'string' ? result.replace(/.$/, (digit) => (parseInt(digit, 16) ^ 1).toString(16)) : result,
    ),
  /** No server knows any transaction. */
  unknownTransactions: (): Misbehaviour => ({ methods: GET, fault: { kind: 'error', message: MISSING } }),
  falseProof: () => lie(PROOF, (result) => changed(result, { merkle: [SOMETHING] })),
  falsePosition: () => lie(PROOF, (result) => changed(result, { pos: (result as { pos: number }).pos ^ 2 })),
  /** Transactions are in a block where they are not. */
  otherBlock: (height: number) => lie(HEIGHT, () => height),
  otherHeader: (node: ChainNode, height: number) => lie(HEADER, () => headerAt(node, height)),
  /** A transaction is in the mempool that is nowhere. */
  madeUpTransaction: (txid: string, hex: string): readonly Misbehaviour[] => [
    claim(GET, (result, { params }) => (params[0] === txid ? hex : result)),
    claim(HEIGHT, (result, { params }) => (params[0] === txid ? 0 : result)),
  ],
  /**
   * A transaction that is nowhere is alone in a block made up for it: bytes, height, proof and header agree with each other, and
   * with nothing else.
   */
  madeUpBlock: (txid: string, hex: string, height: number): readonly Misbehaviour[] => [
    claim(GET, (result, { params }) => (params[0] === txid ? hex : result)),
    claim(HEIGHT, (result, { params }) => (params[0] === txid ? height : result)),
    claim(PROOF, (result, { params }) => (params[0] === txid ? { block_height: height, merkle: [], pos: 0 } : result)),
    lie(HEADER, (result, { params }) => (params[0] === height ? withRoot(String(result), reversed(txid)) : result)),
    lie(HEADERS, (result, { params: [first, count] }) => {
      const at = height - Number(first);
      const { hex } = result as { hex: string };
      if (at < 0 || at >= Number(count)) return result;
      const [from, to] = [at * HEADER_HEX, (at + 1) * HEADER_HEX];
      return changed(result, {
        hex: `${hex.slice(0, from)}${withRoot(hex.slice(from, to), reversed(txid))}${hex.slice(to)}`,
      });
    }),
  ],
  /** Headers of other blocks, in the wrong order. */
  unlinkedHeaders: () =>
    lie(HEADERS, (result) => {
      const { hex } = result as { hex: string };
      return changed(result, { hex: (hex.match(/.{160}/g) ?? []).toReversed().join('') });
    }),
  /** A tip some blocks below. */
  lowerTip: (node: ChainNode, by: number) =>
    lie(TIP, () => ({ height: node.tip.height - by, hex: headerAt(node, node.tip.height - by) })),
  /** The tip's header at a height it does not have. */
  higherTip: (by: number) =>
    lie(TIP, (result) => changed(result, { height: (result as { height: number }).height + by })),
  noHistory: (): readonly Misbehaviour[] => [lie(HISTORY, () => []), lie(STATUS, () => null)],
  /** Only the oldest part of every history. */
  truncatedHistory: (keep: number) => lie(HISTORY, (result) => (result as unknown[]).slice(0, keep)),
  /** Every output is spent, or none is. */
  allSpent: () => lie(['blockchain.utxo.get_info'], () => null),
  noneSpent: () =>
    claim(
      ['blockchain.utxo.get_info'],
      (result) => result ?? { confirmed_height: 1, scripthash: SOMETHING, value: 1_000 },
    ),
  noCoins: () => lie(['blockchain.scripthash.listunspent'], () => []),
  /** Results of no shape that the protocol knows. */
  nonsense: (...methods: readonly string[]) => lie(methods, () => 'nonsense'),
} as const;
