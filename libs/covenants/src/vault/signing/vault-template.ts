import { decodeTransactionCommon, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import { TransactionBuilder, type Unlocker, type WcTransactionObject } from 'cashscript';
import { offlineProvider } from '../../contract/instance.js';
import { light } from '../../transaction/lighten.js';
import type { VaultProposal } from '../proposal/vault-proposal.js';
import { shownState } from '../vault-coin.js';
import { encodeFollowing, encodeSpending, type KeyAndSignature } from '../vault-contract.js';

/** The transaction that a proposal's signatures sign, and the outputs that it spends. */
export interface SignedParts {
  /** Complete but for the unlocking bytecode of input 0. */
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: readonly Output[];
}

/** Decodes an encoded transaction, hex; undefined when it is none. */
export const decodeTransactionHex = (hex: string): TransactionCommon | undefined => {
  if (!/^(?:[0-9a-f]{2})+$/iu.test(hex)) return undefined;
  const decoded = decodeTransactionCommon(hexToBin(hex));
  return typeof decoded === 'string' ? undefined : decoded;
};

/** Returns the transaction of a proposal as its signers must have seen it. */
export const partsOf = (proposal: VaultProposal): SignedParts => {
  const { transaction, sourceOutputs } = templateOf(proposal, NOBODY_SIGNED, '');
  const decoded = typeof transaction === 'string' ? decodeTransactionHex(transaction) : transaction;
  if (decoded === undefined) throw new Error('A proposal does not decode');
  return { transaction: decoded, sourceOutputs };
};

/** Fills the place of another signer's part. Not zeros: wallets would fill those. */
const FILLER: KeyAndSignature = { publicKey: new Uint8Array(33).fill(1), signature: new Uint8Array(65).fill(1) };

/** The keys and signatures of input 0, in the order of the signers. */
export interface SignaturePlaces {
  readonly first: KeyAndSignature;
  readonly second: KeyAndSignature;
}

/** The places of input 0 with neither signature. */
export const NOBODY_SIGNED: SignaturePlaces = { first: FILLER, second: FILLER };

/** Makes an unlocker that names the function to wallets, but has given bytecode. */
const withBytecode = (unlocker: Unlocker, bytecode: Uint8Array): Unlocker => ({
  ...unlocker,
  generateUnlockingBytecode: () => bytecode,
});

/** Whether a close ends a state that carries units of its category, which the covenant lets no output carry on. */
const burnsUnits = ({ kind, coins: [first] }: VaultProposal): boolean =>
  kind === 'close' && first?.token !== undefined && first.token.amount > 0n && shownState(first) !== undefined;

/** Builds a proposal as a transaction with its source outputs, with given keys and signatures in their places. */
export const templateOf = (
  proposal: VaultProposal,
  slots: SignaturePlaces,
  userPrompt: string,
): WcTransactionObject => {
  const { contract, coins, outputs } = proposal;
  const { unlock } = contract.script;
  const { publicKey, signature } = FILLER;
  const leader = withBytecode(
    unlock.spend(publicKey, signature, publicKey, signature),
    encodeSpending(contract, slots.first, slots.second),
  );
  const follower = withBytecode(unlock.follow(), encodeFollowing(contract));
  const builder = new TransactionBuilder({
    provider: offlineProvider(contract.network),
    allowImplicitFungibleTokenBurn: burnsUnits(proposal),
  });
  const [first, ...behind] = coins;
  if (first !== undefined) builder.addInput(first, leader);
  for (const { utxo, lockingBytecode, unlockingBytecode } of proposal.filled) {
    builder.addInput(utxo, {
      generateLockingBytecode: () => lockingBytecode,
      generateUnlockingBytecode: () => unlockingBytecode,
    });
  }
  for (const coin of behind) builder.addInput(coin, follower);
  builder.setLocktime(Number(proposal.locktime));
  const request = builder.addOutputs([...outputs]).generateWcTransactionObject({ broadcast: false, userPrompt });
  return {
    ...request,
    sourceOutputs: request.sourceOutputs.map((source, index) => (index === 0 ? source : light(source))),
  };
};
