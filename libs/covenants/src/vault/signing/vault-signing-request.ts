import { binsAreEqual } from '@bitauth/libauth';
import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { CLOSER_LOCKING_BYTECODE } from '../../airdrop/closing-unit.js';
import type { PublicKeyHash } from '../../chain/address.js';
import type { WcTransaction } from '../../wallet-connect/encode-wc-transaction.js';
import type { VaultProposal, VaultProposalKind } from '../proposal/vault-proposal.js';
import type { VaultContract } from '../vault-contract.js';
import { NOBODY_SIGNED, templateOf } from './vault-template.js';

/** Returns the index of a signer among the three; undefined for anybody else. */
export const signerIndex = ({ parameters }: VaultContract, signer: PublicKeyHash): number | undefined => {
  const index = parameters.signers.findIndex((each) => binsAreEqual(each, signer));
  return index < 0 ? undefined : index;
};

const PROMPTS: Readonly<Record<VaultProposalKind, string>> = {
  spend: 'Approve a payment from the vault',
  close: 'Approve emptying and closing the vault',
  plan: 'Approve opening streams, paid by the vault',
  stream: 'Approve opening a stream, paid by the vault',
  payment: 'Approve opening a recurring payment, paid by the vault',
  airdrop: 'Approve opening an airdrop, paid by the vault',
  cancel: 'Approve cancelling streams of the vault’s; the rest returns after the notice',
  pause: 'Approve pausing payments of the vault’s',
  resume: 'Approve resuming payments of the vault’s',
};

/** Whether a proposal hands the closing unit of a campaign over: a cancel that cancels no stream. */
const closesCampaign = ({ outputs }: VaultProposal): boolean =>
  outputs.some(({ to }) => binsAreEqual(to, CLOSER_LOCKING_BYTECODE));

/** Returns what a wallet shows its owner: what the transaction does, where its kind alone does not say it. */
const promptOf = (proposal: VaultProposal): string =>
  closesCampaign(proposal)
    ? 'Approve closing an airdrop of the vault’s; what is not claimed returns to the vault'
    : PROMPTS[proposal.kind];

/**
 * Makes the request for one signer's wallet: the proposal with all-zero placeholders for that signer's public key and
 * signature, the only ones, and filler in the other signer's place. One signature, at input 0, covers every input and
 * output. Both signers may be asked at the same time, since neither signature depends on the other. The wallet must
 * not broadcast: one signature spends nothing.
 *
 * @throws RangeError for anybody who is none of the three
 */
export const vaultSigningRequest = (
  proposal: VaultProposal,
  signer: PublicKeyHash,
  userPrompt = promptOf(proposal),
): WcTransaction => {
  const index = signerIndex(proposal.contract, signer);
  if (index === undefined) throw new RangeError('Only a signer of the vault is asked to sign');
  const open = { publicKey: placeholderPublicKey(), signature: placeholderSignature() };
  const slots = index === 0 ? { ...NOBODY_SIGNED, first: open } : { ...NOBODY_SIGNED, second: open };
  return { ...templateOf(proposal, slots, userPrompt), broadcast: false, userPrompt };
};
