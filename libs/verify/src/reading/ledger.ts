import { binToHex, type Output } from '@bitauth/libauth';
import { bytesKey } from '@weir/covenants';
import { Difference } from '../difference.js';
import type { Draft, SpentOutput } from '../request/signing-request.js';

/** The hash of a transaction is not known before it is signed, and nothing read here depends on it. */
export const UNSIGNED = '0'.repeat(64);

/** Returns a map key of a locking bytecode. */
export const lockKey = bytesKey;

/** Who owns the units of an entry. `PARTY`: a recipient, sender, creator or payee who is not the payer. */
export type LedgerOwner = 'SIGNER' | 'VAULT' | 'CONTRACT' | 'PARTY' | 'NETWORK' | 'NOBODY';

/** Why the owner has these units. */
export type LedgerReason =
  /** A coin that pays for the transaction. */
  | 'COIN'
  /** The rest of these coins. */
  | 'CHANGE'
  /** The money of a contract, which it has for a recipient. */
  | 'HELD'
  /** The money of a contract for its fees. */
  | 'RESERVE'
  /** NFT and units by which the network knows the state of a contract. */
  | 'STATE'
  /** A contract pays its recipient. */
  | 'PAYOUT'
  /** A contract returns the rest to its sender or creator. */
  | 'RETURN'
  /** A new contract, its announcement and its beacon. */
  | 'OPENING'
  /** The output that shows the address of a recipient. */
  | 'NOTE'
  /** A payment that the request names. */
  | 'PAYMENT'
  /** The network fee. */
  | 'FEE'
  /** A category that begins here. */
  | 'MADE'
  /** The state of a contract that ends here. */
  | 'BURNT';

/** An NFT; `STATE` for the state of a contract, whose commitment its covenant changes. */
export type LedgerNft = 'STATE' | { readonly capability: string; readonly commitment: string };

/** What is counted: satoshis without a category; with it units of a token, or an NFT. */
export interface LedgerAsset {
  /** Display-order hex. */
  readonly category: string | undefined;
  readonly nft: LedgerNft | undefined;
}

/** One entry: units of one asset, which one owner has for one reason. */
export interface LedgerEntry extends LedgerAsset {
  /** `OUT` counts outputs, the fee, and states that end; `IN` counts inputs, and categories that begin. */
  readonly side: 'IN' | 'OUT';
  /** Of the input or output. */
  readonly index: number | undefined;
  /** Satoshis, base units, or 1 for an NFT. */
  readonly amount: bigint;
  readonly owner: LedgerOwner;
  readonly reason: LedgerReason;
}

/** The units of one owner and reason that an input or output must hold. */
export interface Part {
  readonly owner: LedgerOwner;
  readonly reason: LedgerReason;
  readonly satoshis?: bigint;
  /** Category of `units` and `nft`, display-order hex. */
  readonly category?: string;
  readonly units?: bigint;
  readonly nft?: LedgerNft | undefined;
}

/** Who pays for a transaction: a vault whose coins it spends, or else the signer. */
export interface Payer {
  /** Keys of the signer's locking bytecodes. */
  readonly own: ReadonlySet<string>;
  /** Key of the vault's locking bytecode. */
  readonly vault: string | undefined;
}

/** Bytes that a wallet adds to an input of its own at most: an ECDSA signature with its type, a key, two pushes. */
export const SIGNED_INPUT = 107;
/** Bytes of such an input before it is signed. */
const UNSIGNED_INPUT = 41;

const nftKey = (nft: LedgerNft): string => (nft === 'STATE' ? nft : `${nft.capability}/${nft.commitment}`);

const assetKey = ({ category = '', nft }: LedgerAsset): string =>
  nft === undefined ? category : `${category}/${nftKey(nft)}`;

/** What both sides of a category differ by so far: units, and NFTs by their kind. */
interface Balance {
  units: bigint;
  readonly nfts: Map<string, bigint>;
}

const sumOf = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

/**
 * The ledger of a transaction: every unit of each input and output belongs to one owner for one reason. Readers post what the
 * terms and the chain make it hold, to the unit; an input or output that holds anything else, or that nobody posts, is refused.
 */
export class Ledger {
  readonly #inputs = new Set<number>();
  readonly #outputs = new Set<number>();
  readonly #waits = new Map<number, number>();
  readonly #entries: LedgerEntry[] = [];
  readonly #balances = new Map<string | undefined, Balance>();
  readonly #categories = new Map<string, string>();
  /** Satoshis that no output holds. */
  readonly fee: bigint;
  /** Whether coins of the payer are spent. Without any, contracts pay the whole fee. */
  readonly hasPayer: boolean;
  #takesChange: boolean;

  /** @param height of the chain's tip, where it is known */
  constructor(
    readonly draft: Draft,
    readonly payer: Payer,
    readonly height?: number,
  ) {
    this.fee = sumOf(draft.spent) - sumOf(draft.transaction.outputs);
    this.hasPayer = draft.spent.some((spent) => this.isPayers(spent));
    this.#takesChange = this.hasPayer;
  }

  get outputs(): readonly Output[] {
    return this.draft.transaction.outputs;
  }

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  /** Whether change may return to the payer. */
  get takesChange(): boolean {
    return this.#takesChange;
  }

  /**
   * Whether a contract may give its whole bound for the fee beside coins of a payer: only where its own part of the transaction
   * costs more than that at the rate that is paid. At lower rates it pays all, or nothing.
   *
   * @param bound satoshis
   */
  givesBound(bound: bigint): boolean {
    const { size, spent } = this.draft;
    const coins = spent.filter((coin) => this.isPayers(coin)).length;
    const signed = BigInt(size + coins * SIGNED_INPUT);
    const ofContract = BigInt(size - coins * UNSIGNED_INPUT);
    return this.fee * ofContract > bound * signed;
  }

  /** Notes that a contract allows no change: its own output holds the rest of the payer's coins. */
  mergeChange(): void {
    this.#takesChange = false;
  }

  /** Whether an output is locked by the payer. */
  isPayers({ lockingBytecode }: Pick<Output, 'lockingBytecode'>): boolean {
    const key = lockKey(lockingBytecode);
    return this.payer.vault === undefined ? this.payer.own.has(key) : this.payer.vault === key;
  }

  /** Returns whose units an output holds: the signer's, the vault's, or those of another party. */
  ownerOf({ lockingBytecode }: Pick<Output, 'lockingBytecode'>): LedgerOwner {
    const key = lockKey(lockingBytecode);
    if (this.payer.vault === key) return 'VAULT';
    return this.payer.own.has(key) ? 'SIGNER' : 'PARTY';
  }

  /** Returns the category of a token, display-order hex. */
  categoryOf({ category }: Pick<NonNullable<Output['token']>, 'category'>): string {
    const key = bytesKey(category);
    const known = this.#categories.get(key) ?? binToHex(category);
    this.#categories.set(key, known);
    return known;
  }

  /**
   * Posts an input.
   *
   * @throws Difference UNEXPECTED_INPUT where it is posted already, or holds anything but these parts
   */
  input(index: number, parts: readonly Part[]): SpentOutput {
    const spent = this.draft.spent[index];
    if (spent === undefined || this.#inputs.has(index))
      throw new Difference('UNEXPECTED_INPUT', `Input ${index} would serve two purposes`);
    this.#inputs.add(index);
    const problem = this.#post('IN', index, spent, parts);
    if (problem !== undefined) throw new Difference('UNEXPECTED_INPUT', `Input ${index} ${problem}`);
    return spent;
  }

  /**
   * Posts an output.
   *
   * @throws Difference UNEXPECTED_OUTPUT where there is none, it is posted already, or holds anything but these parts
   */
  output(index: number, parts: readonly Part[]): Output {
    const output = this.outputs[index];
    if (output === undefined || this.#outputs.has(index))
      throw new Difference('UNEXPECTED_OUTPUT', `Output ${index} is missing, or would serve two purposes`);
    this.#outputs.add(index);
    const problem = this.#post('OUT', index, output, parts);
    if (problem !== undefined) throw new Difference('UNEXPECTED_OUTPUT', `Output ${index} ${problem}`);
    return output;
  }

  /** Posts the first open output that fits; undefined where there is none. */
  outputWhere(fits: (output: Output) => boolean, parts: readonly Part[]): Output | undefined {
    const index = this.outputs.findIndex((output, at) => !this.#outputs.has(at) && fits(output));
    return index < 0 ? undefined : this.output(index, parts);
  }

  /** Returns all that an input or output holds as the parts of one owner. */
  allOf({ valueSatoshis: satoshis, token }: Output, owner: LedgerOwner, reason: LedgerReason): readonly Part[] {
    if (token === undefined) return [{ owner, reason, satoshis }];
    const { amount: units, nft } = token;
    const held = nft && { capability: nft.capability, commitment: binToHex(nft.commitment) };
    return [{ owner, reason, satoshis, units, nft: held, category: this.categoryOf(token) }];
  }

  /** Posts units of a category, and a state, that begin here. */
  made(category: string, units: bigint, states: bigint): void {
    const made = { side: 'IN', index: undefined, owner: 'NOBODY', reason: 'MADE', category } as const;
    this.#add({ ...made, nft: undefined, amount: units });
    this.#add({ ...made, nft: 'STATE', amount: states });
  }

  /** Posts what ends with a contract's state: the state itself, units of its category, and an NFT that somebody attached. */
  burnt(category: string, units: bigint, nft: LedgerNft | undefined = 'STATE'): void {
    const burnt = { side: 'OUT', index: undefined, owner: 'NOBODY', reason: 'BURNT', category } as const;
    this.#add({ ...burnt, nft: undefined, amount: units });
    this.#add({ ...burnt, nft, amount: 1n });
  }

  /** Lets an input wait for a number of blocks, as its contract needs. */
  wait(index: number, blocks: number): void {
    this.#waits.set(index, blocks);
  }

  /** Returns the number of blocks that an input may wait for; undefined where it may not. */
  waitOf(index: number): number | undefined {
    return this.#waits.get(index);
  }

  /** Whether an output is still to be posted. */
  isOpen(index: number): boolean {
    return index < this.outputs.length && !this.#outputs.has(index);
  }

  /** Lists the inputs that nobody has posted. */
  openInputs(): readonly number[] {
    return this.draft.spent.flatMap((_, index) => (this.#inputs.has(index) ? [] : [index]));
  }

  /** Lists the outputs that nobody has posted. */
  openOutputs(): readonly number[] {
    return this.outputs.flatMap((_, index) => (this.#outputs.has(index) ? [] : [index]));
  }

  /**
   * Closes the ledger: posts the fee, and compares both sides of each asset.
   *
   * @throws Difference TOKENS_LOST where units have no owner afterwards, REQUEST_MALFORMED where units come from nowhere
   */
  close(): void {
    this.#add({
      side: 'OUT',
      index: undefined,
      category: undefined,
      nft: undefined,
      amount: this.fee,
      owner: 'NETWORK',
      reason: 'FEE',
    });
    const assertEven = (rest: bigint, what: string): void => {
      if (rest > 0n) throw new Difference('TOKENS_LOST', `${rest.toString()} ${what} would be lost`);
      if (rest < 0n)
        throw new Difference('REQUEST_MALFORMED', `It pays out more than it spends: ${(-rest).toString()} ${what}`);
    };
    for (const [category, { units, nfts }] of this.#balances) {
      assertEven(units, category === undefined ? 'satoshis' : `units of the token ${category}`);
      for (const rest of nfts.values()) assertEven(rest, `NFTs of the category ${category ?? ''}`);
    }
    if (this.fee < 0n) throw new Difference('REQUEST_MALFORMED', 'It pays out more than it spends');
  }

  #add(entry: LedgerEntry): void {
    const { category, nft, amount } = entry;
    if (amount === 0n) return;
    this.#entries.push(entry);
    let balance = this.#balances.get(category);
    if (balance === undefined) {
      balance = { units: 0n, nfts: new Map() };
      this.#balances.set(category, balance);
    }
    const change = entry.side === 'IN' ? amount : -amount;
    if (nft === undefined) balance.units += change;
    else balance.nfts.set(nftKey(nft), (balance.nfts.get(nftKey(nft)) ?? 0n) + change);
  }

  /** Posts parts; returns how the output differs from them, undefined where it does not. */
  #post(side: LedgerEntry['side'], index: number, output: Output, parts: readonly Part[]): string | undefined {
    const { valueSatoshis, token } = output;
    let [satoshis, units, nfts] = [0n, 0n, 0];
    const found = token && this.categoryOf(token);
    for (const part of parts) {
      const { owner, reason, category, nft } = part;
      if (category !== undefined && category !== found && (part.units !== 0n || nft !== undefined))
        return `holds ${found === undefined ? 'no token' : `the token ${found}`}, where ${category} belongs`;
      const held = { satoshis: part.satoshis ?? 0n, units: part.units ?? 0n };
      satoshis += held.satoshis;
      units += held.units;
      this.#add({ side, index, owner, reason, category: undefined, nft: undefined, amount: held.satoshis });
      if (category !== undefined)
        this.#add({ side, index, owner, reason, category, nft: undefined, amount: held.units });
      if (nft === undefined) continue;
      nfts += 1;
      this.#add({ side, index, owner, reason, category, nft, amount: 1n });
    }
    if (satoshis !== valueSatoshis)
      return `holds ${valueSatoshis.toString()} satoshis, where ${satoshis.toString()} belong`;
    if (units !== (token?.amount ?? 0n))
      return `holds ${(token?.amount ?? 0n).toString()} units of the token ${found ?? ''}, where ${units.toString()} belong`;
    return nfts === (token?.nft === undefined ? 0 : 1) ? undefined : 'holds a wrong number of NFTs';
  }
}

/** What one owner has of one asset before and after a transaction. */
export interface LedgerLine extends LedgerAsset {
  /** Sum of the owner's inputs: satoshis, base units, or a number of NFTs. */
  readonly before: bigint;
  /** Sum of the owner's outputs. */
  readonly after: bigint;
}

/** Returns the lines of an owner, satoshis first. Assets that they neither spend nor get have none. */
export const linesOf = (entries: readonly LedgerEntry[], owner: LedgerOwner): readonly LedgerLine[] => {
  const lines = new Map<string, LedgerLine>();
  for (const { owner: of, side, amount, category, nft } of entries) {
    if (of !== owner) continue;
    const key = assetKey({ category, nft });
    const line = lines.get(key) ?? { category, nft, before: 0n, after: 0n };
    lines.set(key, { ...line, ...(side === 'IN' ? { before: line.before + amount } : { after: line.after + amount }) });
  }
  return [...lines.values()].sort(
    (one, other) => Number(one.category !== undefined) - Number(other.category !== undefined),
  );
};
