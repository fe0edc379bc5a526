import { binsAreEqual, encodeTransaction, hexToBin } from '@bitauth/libauth';
import { placeholderP2PKHUnlocker, TransactionBuilder, type Output, type Unlocker, type Utxo } from 'cashscript';
import { MINIMUM_FEE_RATE, P2PKH_DUST } from '@weir/kinds';
import { addressOf, lockingBytecodeOf, type PublicKeyHash } from '../chain/address.js';
import type { Network } from '../chain/network.js';
import { isLinkedUnlocker } from '../contract/covenant-script.js';
import { offlineProvider } from '../contract/instance.js';
import type { UnsignedTransaction } from './built-transaction.js';
import { type Funds, heldBy, selectCoins, total, type WalletCoin } from './coin-selection.js';
import { assertStandardSize, countSize, outputSize } from './size.js';

/** A wallet as builders see it: the hash of the key that acts, and its coins, which may lie at other keys too. */
export interface WalletCoins {
  readonly hash: PublicKeyHash;
  readonly coins: readonly WalletCoin[];
  /** Hash of the key that gets the change, and the tokens that return; by default the one that acts. */
  readonly change?: PublicKeyHash | undefined;
}

/** Returns a wallet of these coins. @param hash of the key that acts */
export const walletOf = (hash: PublicKeyHash, funds: Funds): WalletCoins =>
  'coins' in funds ? { hash, ...funds } : { hash, coins: funds };

/** Returns the hash of the key that gets a wallet's change. */
export const changeHashOf = ({ hash, change = hash }: WalletCoins): PublicKeyHash => change;

/** Returns the coins of the key that acts. */
export const ownCoins = ({ hash, coins }: WalletCoins): WalletCoin[] =>
  coins.filter(({ owner }) => owner === undefined || binsAreEqual(owner, hash));

/** An output with its locking bytecode. */
export type PlannedOutput = Output & { readonly to: Uint8Array };

/** An input with its unlocker. */
export interface PlannedInput {
  readonly utxo: Utxo;
  readonly unlocker: Unlocker;
  /** A relative lock in blocks; without it the input is non-final and carries no lock. */
  readonly sequence?: number;
}

/** What a transaction does, before coins for the rest are chosen. */
export interface TransactionPlan {
  readonly network: Network;
  readonly contractInputs: readonly PlannedInput[];
  /** Fixed outputs, in their order. */
  readonly outputs: readonly PlannedOutput[];
  /** Unix seconds; 0 by default. */
  readonly locktime?: bigint;
  readonly wallet: WalletCoins;
  /** A wallet coin for input 0, before the contract's: its owner's consent, where a covenant asks for that. */
  readonly leadingCoin?: WalletCoin;
  /** Satoshis for 1,000 bytes; by default the relay minimum. */
  readonly feeRate?: bigint | undefined;
  /** Wallet coins that must be spent, first among the wallet's inputs. */
  readonly requiredCoins?: readonly WalletCoin[];
  /**
   * Where the change goes. `first`: always there, before the fixed outputs; `last`: behind them, where it is not
   * dust; `merged`: added to output 0, which pays the wallet's owner already, for paths that allow no other output.
   */
  readonly change: 'first' | 'last' | 'merged';
  /**
   * Whether the transaction burns the state and its unit: the clock's, as a close or refund does, or a closing unit
   * that was left on a lane. Nothing else ever burns a token.
   */
  readonly burnsClock?: boolean;
  readonly userPrompt: string;
}

/**
 * Longest unlocking bytecode of a P2PKH input: a 72-byte ECDSA signature including its type, a compressed key, two
 * pushes.
 */
const P2PKH_UNLOCKING = 107;
const P2PKH_INPUT = 41 + P2PKH_UNLOCKING;
const P2PKH_OUTPUT = 34;

/**
 * Returns the fee of a number of bytes at a rate (satoshis for 1,000 bytes), satoshis, rounded up.
 *
 * @example
 * feeOf(226); // 226n
 */
export const feeOf = (size: number, rate: bigint = MINIMUM_FEE_RATE): bigint => (BigInt(size) * rate + 999n) / 1_000n;

const createBuilder = ({
  network,
  contractInputs,
  locktime = 0n,
  burnsClock = false,
}: TransactionPlan): TransactionBuilder => {
  const builder = new TransactionBuilder({
    provider: offlineProvider(network),
    allowImplicitFungibleTokenBurn: burnsClock,
  });
  for (const { utxo, unlocker, sequence } of contractInputs) {
    builder.addInput(utxo, unlocker, sequence === undefined ? undefined : { sequence });
  }
  return builder.setLocktime(Number(locktime));
};

/** Returns what a plan's inputs and outputs make, in the form that wallets take. */
const walletObject = (plan: TransactionPlan): UnsignedTransaction['wcTransaction'] => {
  const { userPrompt } = plan;
  const builder = createBuilder(plan).addOutputs([...plan.outputs]);
  const made = builder.generateWcTransactionObject({ broadcast: true, userPrompt });
  const sourceOutputs = made.sourceOutputs.map((source, index) => {
    const unlocker = plan.contractInputs[index]?.unlocker;
    return unlocker !== undefined && isLinkedUnlocker(unlocker)
      ? { ...source, contract: unlocker.walletContract }
      : source;
  });
  return { ...made, sourceOutputs, broadcast: true, userPrompt };
};

/** Returns by how many bytes the count of inputs or outputs grows when more are added. */
const growthOfCount = (before: number, added: number): number => countSize(before + added) - countSize(before);

/** Returns the size without any wallet coin and without change; placeholders count as what will fill them. */
const baseSize = (plan: TransactionPlan): number => {
  const withoutOutputs = createBuilder({ ...plan, burnsClock: true }).buildLibauthTransaction();
  const outputs = plan.outputs.reduce((sum, output) => sum + outputSize(output), 0);
  return encodeTransaction(withoutOutputs).length + growthOfCount(0, plan.outputs.length) + outputs;
};

/**
 * Completes a plan: chooses wallet coins for what the contract inputs do not cover, returns the change, and pays the
 * fee of the built size.
 *
 * @throws InsufficientFundsError when the wallet's plain coins do not suffice
 * @throws CovenantError TRANSACTION_TOO_LARGE where it takes too many of them: nodes would not relay the transaction
 */
export const assemble = (plan: TransactionPlan): UnsignedTransaction => {
  const { network, contractInputs, outputs, wallet, leadingCoin, feeRate, change } = plan;
  const requiredCoins = [...(leadingCoin === undefined ? [] : [leadingCoin]), ...(plan.requiredCoins ?? [])];
  const feeFor = (size: number): bigint => feeOf(size, feeRate);
  const base = baseSize(plan);
  const spent = total(outputs) - heldBy(contractInputs.map(({ utxo }) => utxo));
  const sizeWith = (coins: number, changes: number) =>
    base +
    coins * P2PKH_INPUT +
    changes * P2PKH_OUTPUT +
    growthOfCount(contractInputs.length, coins) +
    growthOfCount(outputs.length, changes);
  const needed = (coins: number): bigint =>
    change === 'first' ? spent + P2PKH_DUST + feeFor(sizeWith(coins, 1)) : spent + feeFor(sizeWith(coins, 0));

  const coins = selectCoins(wallet.coins, requiredCoins, needed);
  const available = heldBy(coins) - spent;
  const changeAmount = available - feeFor(sizeWith(coins.length, 1));
  const hasChange = change !== 'merged' && changeAmount >= P2PKH_DUST;
  const size = sizeWith(coins.length, hasChange ? 1 : 0);
  assertStandardSize(size);
  const changeOutput: PlannedOutput[] = hasChange
    ? [{ to: lockingBytecodeOf(changeHashOf(wallet)), amount: changeAmount }]
    : [];
  const surplus = change === 'merged' ? available - feeFor(sizeWith(coins.length, 0)) : 0n;
  const fixed = outputs.map((output, index) => (index === 0 ? { ...output, amount: output.amount + surplus } : output));
  const allOutputs = change === 'first' ? [...changeOutput, ...fixed] : [...fixed, ...changeOutput];

  const owned = coins.map(({ owner = wallet.hash, ...utxo }): PlannedInput => ({
    utxo,
    unlocker: placeholderP2PKHUnlocker(addressOf(owner, network)),
  }));
  const [leading, following] = leadingCoin === undefined ? [[], owned] : [owned.slice(0, 1), owned.slice(1)];
  const inputs = [...leading, ...contractInputs, ...following];
  return {
    wcTransaction: walletObject({ ...plan, contractInputs: inputs, outputs: allOutputs }),
    inputs: inputs.map(({ utxo }) => utxo),
    outputs: allOutputs,
    fee: hasChange ? feeFor(size) : available - surplus,
    size,
  };
};

/** A contract's own part of a transaction: what it does without anybody's coins. */
export type ContractPart = Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'>;

/** Stands for the wallet of a transaction that nobody signs. */
export const NOBODY: WalletCoins = { hash: new Uint8Array(20), coins: [] };

const unsigned = (part: ContractPart): TransactionPlan => ({ ...part, wallet: NOBODY, change: 'last', userPrompt: '' });

/** Returns the size of a transaction of these contract inputs and outputs alone, bytes. */
export const sizeOf = (part: ContractPart): number => baseSize(unsigned(part));

/** Encodes a transaction that nobody signs, whose outputs already leave the fee. */
export const assembleKeyless = (part: ContractPart): Uint8Array =>
  hexToBin(
    createBuilder(unsigned(part))
      .addOutputs([...part.outputs])
      .build(),
  );

/** Returns the same in the form that wallets take, with nothing in it to sign. */
export const assembleKeylessObject = (part: ContractPart, userPrompt: string): UnsignedTransaction['wcTransaction'] =>
  walletObject({ ...unsigned(part), userPrompt });
