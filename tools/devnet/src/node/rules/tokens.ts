import { encodeTokenPrefix, type Input, type Output } from '@bitauth/libauth';
import { toHex } from '../primitives/hash.js';
import { tokenPrefixByte, type Transaction } from '../primitives/transaction.js';
import type { Coin } from './check-transaction.js';
import { invalid, type Refusal } from './refusal.js';
import { RULES } from './rule-set.js';

type Token = NonNullable<Output['token']>;
type Nft = NonNullable<Token['nft']>;

/** Tracks which tokens the inputs of a transaction allow its outputs to hold. Categories are hex in display order. */
class TokenLedger {
  readonly #genesis: ReadonlySet<string>;
  readonly #held = new Map<string, bigint>();
  readonly #created = new Map<string, bigint>();
  readonly #minting = new Set<string>();
  readonly #mutable = new Map<string, number>();
  readonly #immutable = new Map<string, number>();

  constructor(inputs: readonly Input[]) {
    this.#genesis = new Set(
      inputs
        .filter(({ outpointIndex }) => outpointIndex === 0)
        .map(({ outpointTransactionHash }) => toHex(outpointTransactionHash)),
    );
  }

  /** Whether the transaction may create this category: it spends output 0 of the transaction of that txid. */
  isGenesis(category: string): boolean {
    return this.#genesis.has(category);
  }

  /** Whether the inputs hold tokens of this category. */
  isHeld(category: string): boolean {
    return this.#held.has(category);
  }

  /** Adds the tokens of an input. Returns the fungible sum of its category so far. */
  hold({ amount, category: bytes, nft }: Token): bigint {
    const category = toHex(bytes);
    const sum = (this.#held.get(category) ?? 0n) + amount;
    this.#held.set(category, sum);
    if (nft?.capability === 'minting') this.#minting.add(category);
    if (nft?.capability === 'mutable') add(this.#mutable, category, 1);
    if (nft?.capability === 'none') add(this.#immutable, immutableKey(category, nft), 1);
    return sum;
  }

  /** Adds fungible tokens of a new category. Returns their sum so far. */
  create(category: string, amount: bigint): bigint {
    const sum = (this.#created.get(category) ?? 0n) + amount;
    this.#created.set(category, sum);
    return sum;
  }

  /** Takes fungible tokens from those the inputs hold. Returns the remainder, negative if they hold too few. */
  take(category: string, amount: bigint): bigint {
    const left = (this.#held.get(category) ?? 0n) - amount;
    this.#held.set(category, left);
    return left;
  }

  /**
   * Whether the inputs allow this NFT: by the same immutable one, else a mutable one of lesser rank, else a minting
   * one. The NFT that allows it is used up, unless it is a minting one.
   */
  takeNft(category: string, nft: Nft): boolean {
    const yields =
      (nft.capability === 'none' && takeOne(this.#immutable, immutableKey(category, nft))) ||
      (nft.capability !== 'minting' && takeOne(this.#mutable, category));
    return yields || this.#minting.has(category);
  }
}

const immutableKey = (category: string, { commitment }: Nft): string => `${category}:${toHex(commitment)}`;

const add = (counts: Map<string, number>, key: string, count: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

const takeOne = (counts: Map<string, number>, key: string): boolean => {
  if ((counts.get(key) ?? 0) === 0) return false;
  add(counts, key, -1);
  return true;
};

const maximumAmount = (1n << 63n) - 1n;

const bitfieldAt = 33;
const shownDigits = 30;

/** Formats tokens as the node's messages do, with long fields cut. */
const shown = (token: Token): string => {
  const bitfield = (encodeTokenPrefix(token)[bitfieldAt] ?? 0).toString(16);
  const commitment = token.nft === undefined ? '' : toHex(token.nft.commitment).slice(0, shownDigits);
  const id = toHex(token.category).slice(0, shownDigits);
  return `token::OutputData(id=${id}, bitfield=${bitfield}, amount=${token.amount}, commitment=${commitment})`;
};

const checkCommitment = (token: Token): Refusal | undefined => {
  const length = token.nft?.commitment.length ?? 0;
  return length <= RULES.maximumCommitment
    ? undefined
    : invalid(
        'bad-txns-token-commitment-oversized',
        `CheckTokenData: token ${shown(token)} has nft commitment that is oversized ${length}`,
      );
};

/** Whether a locking bytecode begins like a token prefix without being one. */
const hasBadPrefix = ({ lockingBytecode }: Output): boolean => lockingBytecode[0] === tokenPrefixByte;

const spend = (token: Token, ledger: TokenLedger): Refusal | undefined => {
  const category = toHex(token.category);
  const isGenesis = ledger.isGenesis(category);
  if (isGenesis && ledger.isHeld(category)) return invalid('bad-txns-token-dupe-genesis');
  if (!isGenesis && !ledger.isHeld(category)) return invalid('bad-txns-token-invalid-category');
  if (isGenesis) {
    return ledger.create(category, token.amount) > maximumAmount
      ? invalid('bad-txns-token-amount-overflow')
      : undefined;
  }
  if (ledger.take(category, token.amount) < 0n) {
    return invalid('bad-txns-token-in-belowout', `CheckTxTokens: token (${shown(token)}) value in < value out`);
  }
  return token.nft === undefined || ledger.takeNft(category, token.nft)
    ? undefined
    : invalid(
        'bad-txns-token-nft-ex-nihilo',
        `CheckTxTokens: token (${shown(token)}) nft output cannot be created out of thin air`,
      );
};

/**
 * Checks the CashTokens consensus rules: the tokens of outputs come from the inputs or are a genesis.
 * @param coins the outputs spent, in the order of the inputs
 */
export const checkTokens = ({ content }: Transaction, coins: readonly Coin[]): Refusal | undefined => {
  if (content.outputs.some(hasBadPrefix)) return invalid('bad-txns-vout-tokenprefix');
  const ledger = new TokenLedger(content.inputs);
  for (const { output } of coins) {
    if (hasBadPrefix(output)) return invalid('bad-txns-vin-tokenprefix');
    if (output.token === undefined) continue;
    const oversized = checkCommitment(output.token);
    if (oversized !== undefined) return oversized;
    if (ledger.hold(output.token) > maximumAmount) return invalid('bad-txns-token-amount-overflow');
  }
  for (const { token } of content.outputs) {
    const refusal = token === undefined ? undefined : (checkCommitment(token) ?? spend(token, ledger));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};
