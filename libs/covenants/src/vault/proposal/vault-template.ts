import { binsAreEqual } from '@bitauth/libauth';
import {
  placeholderPublicKey,
  placeholderSignature,
  TransactionBuilder,
  type Unlocker,
  type WcTransactionObject,
} from 'cashscript';
import { PROPOSALS } from '@weir/kinds';
import { CLOSER_LOCKING_BYTECODE } from '../../airdrop/closing-unit.js';
import type { PublicKeyHash } from '../../chain/address.js';
import { offlineProvider } from '../../contract/instance.js';
import type { WcTransaction } from '../../transaction/built-transaction.js';
import { FILLER, type KeyAndSignature } from '../../transaction/key-signature.js';
import { light } from '../../transaction/lighten.js';
import { type SignedParts, signedParts } from '../../transaction/signed-parts.js';
import { encodeFollowing, encodeSpending, spendUnlocker } from '../treasury.js';
import { shownState } from '../vault-coin.js';
import { seatOf } from './proposal-seats.js';
import type { VaultProposal } from './vault-proposal.js';

/** Whether a proposal hands the closing unit of a campaign over: a cancel that cancels no stream. */
const closesCampaign = ({ outputs }: VaultProposal): boolean =>
  outputs.some(({ to }) => binsAreEqual(to, CLOSER_LOCKING_BYTECODE));

/** Returns what a wallet shows its owner: what the transaction does, where its kind alone does not say it. */
const promptOf = (proposal: VaultProposal): string =>
  closesCampaign(proposal)
    ? 'Approve closing an airdrop of the vault; unclaimed money returns to the vault'
    : PROPOSALS[proposal.kind].prompt;

/**
 * Makes the request for one signer's wallet: the proposal with all-zero placeholders for that signer's public key and
 * signature, the only ones, and filler in the other signer's place. One signature, at input 0, covers every input and
 * output. Both signers may be asked at the same time, since neither signature depends on the other. The wallet must
 * not broadcast: one signature spends nothing.
 *
 * @throws RangeError for anybody who may not sign it: strangers, and a signer whom an exchange takes the seat
 */
export const vaultSigningRequest = (
  proposal: VaultProposal,
  signer: PublicKeyHash,
  userPrompt = promptOf(proposal),
): WcTransaction => {
  const seat = seatOf(proposal, signer);
  if (seat === undefined) throw new RangeError('Only a signer who keeps the seat can be asked to sign');
  const open = { publicKey: placeholderPublicKey(), signature: placeholderSignature() };
  const slots = seat === 0 ? { ...NOBODY_SIGNED, first: open } : { ...NOBODY_SIGNED, second: open };
  return { ...templateOf(proposal, slots, userPrompt), broadcast: false, userPrompt };
};

/** Returns the transaction of a proposal as its signers must have seen it. */
export const partsOf = (proposal: VaultProposal): SignedParts => signedParts(templateOf(proposal, NOBODY_SIGNED, ''));

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
  const leader = withBytecode(spendUnlocker(contract), encodeSpending(contract, slots.first, slots.second));
  const follower = withBytecode(contract.unlock('follow'), encodeFollowing(contract));
  const builder = new TransactionBuilder({
    provider: offlineProvider(contract.network),
    allowImplicitFungibleTokenBurn: burnsUnits(proposal),
  });
  const [first, ...behind] = coins;
  if (first !== undefined) builder.addInput(first, leader);
  for (const { utxo, lockingBytecode, unlockingBytecode, sequence } of proposal.filled) {
    const unlocker = {
      generateLockingBytecode: () => lockingBytecode,
      generateUnlockingBytecode: () => unlockingBytecode,
    };
    builder.addInput(utxo, unlocker, sequence === undefined ? undefined : { sequence });
  }
  for (const coin of behind) builder.addInput(coin, follower);
  builder.setLocktime(Number(proposal.locktime));
  const request = builder.addOutputs([...outputs]).generateWcTransactionObject({ broadcast: false, userPrompt });
  return {
    ...request,
    sourceOutputs: request.sourceOutputs.map((source, index) => (index === 0 ? source : light(source))),
  };
};
