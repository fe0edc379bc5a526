import type { ChainNode } from '../node/node.js';
import type { Misbehaviour, ProxiedCall } from './misbehaviour.js';

type FalseAnswer = (result: unknown, call: ProxiedCall) => unknown;

/** Replaces a result of the server; its errors pass unchanged. */
const lie = (methods: readonly string[], answer: FalseAnswer): Misbehaviour => ({
  methods,
  fault: { kind: 'lie', answer: (result, call) => (result === undefined ? undefined : answer(result, call)) },
});
/** Replaces the server's answer, even an error. */
const claim = (methods: readonly string[], answer: FalseAnswer): Misbehaviour => ({
  methods,
  fault: { kind: 'lie', answer },
});

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

/** Changes the merkle root of a header, without the work that such a header would need. */
const withRoot = (header: string, root: string): string => `${header.slice(0, 72)}${root}${header.slice(136)}`;
const reversed = (hash: string): string => Buffer.from(hash, 'hex').reverse().toString('hex');

/** False answers that a server can be ordered to give. They read the state of the chain when they are given, not when ordered. */
export const lies = {
  /** Answers every request for a transaction with this one. */
  otherTransaction: (hex: string) => lie(GET, (result) => (typeof result === 'string' ? hex : result)),
  flippedBit: () =>
    lie(GET, (result) =>
      typeof result === 'string' ? result.replace(/.$/, (digit) => (parseInt(digit, 16) ^ 1).toString(16)) : result,
    ),
  unknownTransactions: (): Misbehaviour => ({ methods: GET, fault: { kind: 'error', message: MISSING } }),
  falseProof: () => lie(PROOF, (result) => changed(result, { merkle: [SOMETHING] })),
  falsePosition: () => lie(PROOF, (result) => changed(result, { pos: (result as { pos: number }).pos ^ 2 })),
  /** Claims this height for every transaction. */
  otherBlock: (height: number) => lie(HEIGHT, () => height),
  /** Claims that the mempool holds a transaction that does not exist. */
  madeUpTransaction: (txid: string, hex: string): readonly Misbehaviour[] => [
    claim(GET, (result, { params }) => (params[0] === txid ? hex : result)),
    claim(HEIGHT, (result, { params }) => (params[0] === txid ? 0 : result)),
  ],
  /**
   * Claims that a transaction that does not exist is alone in a block: bytes, height, proof and header agree with
   * each other, and with nothing else.
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
  /** Reverses the order of headers, so that none links to the one before. */
  unlinkedHeaders: () =>
    lie(HEADERS, (result) => {
      const { hex } = result as { hex: string };
      return changed(result, { hex: (hex.match(/.{160}/g) ?? []).toReversed().join('') });
    }),
  /** Reports a tip some blocks below the real one. */
  lowerTip: (node: ChainNode, by: number) =>
    lie(TIP, () => ({ height: node.tip.height - by, hex: headerAt(node, node.tip.height - by) })),
  /** Reports the tip's header at a height above its own. */
  higherTip: (by: number) =>
    lie(TIP, (result) => changed(result, { height: (result as { height: number }).height + by })),
  noHistory: (): readonly Misbehaviour[] => [lie(HISTORY, () => []), lie(STATUS, () => null)],
  /** Shows only the oldest entries of every history. */
  truncatedHistory: (keep: number) => lie(HISTORY, (result) => (result as unknown[]).slice(0, keep)),
  /** Claims that every output is spent. */
  allSpent: () => lie(['blockchain.utxo.get_info'], () => null),
  noneSpent: () =>
    claim(
      ['blockchain.utxo.get_info'],
      (result) => result ?? { confirmed_height: 1, scripthash: SOMETHING, value: 1_000 },
    ),
  noCoins: () => lie(['blockchain.scripthash.listunspent'], () => []),
  /** Answers in a form the protocol does not know. */
  nonsense: (...methods: readonly string[]) => lie(methods, () => 'nonsense'),
} as const;
