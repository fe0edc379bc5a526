import { hexToBin } from '@bitauth/libauth';
import { outpointKey, type Network, partyAddress } from '@weir/covenants';
import type { ProposalRecord, VaultRecord } from '@weir/infra';
import { describeBuilt } from '../built-transaction.js';
import { exchangeView } from '../roster/exchange-view.js';
import { thresholdOf } from '../vault-view.js';

const NEXT_STEPS: Readonly<Record<ProposalRecord['status'], string>> = {
  PENDING: 'Signers approve it: POST approve, sign, POST signatures',
  APPROVED: 'Execute it: POST execute gives the signed transaction; broadcast it and POST confirm-execute',
  EXECUTED: 'Nothing: it is executed',
  REJECTED: 'Nothing: it is rejected',
  STALE: 'Another transaction spent its coins. Approve it again, which rebuilds it; all signatures are needed again',
};

/** Converts the purse that a proposal opens to the form shown. */
const allowanceView = (allowance: NonNullable<ProposalRecord['allowance']>, network: Network) => ({
  spender: allowance.spender,
  payees: allowance.payees.map((payee) => partyAddress(hexToBin(payee), network) ?? payee),
  paysAnybody: allowance.payees.length === 0,
  limit: allowance.limitUnits,
  periodBlocks: allowance.periodBlocks,
});

/** Converts a proposal to the form shown to those who may see its vault. */
export const toProposalView = (proposal: ProposalRecord, vault: VaultRecord, network: Network) => {
  const known = [...vault.signers, ...(vault.roster?.parties ?? [])];
  const addressOf = (hash: string): string => known.find((signer) => signer.hash === hash)?.address ?? hash;
  const { payouts, fee } = describeBuilt(proposal, vault.lockingBytecode, network);
  // The end of a recovery pays nobody: its other output is the change of the guardian's coin.
  const paid = proposal.kind === 'recovery' ? [] : payouts;
  // Signatures are for anybody who completes the transaction.
  const { signatures, rejections, digest: _digest, transaction: _transaction, ...row } = proposal;
  return {
    outpoint: proposal.coin && outpointKey(proposal.coin),
    nextStep: NEXT_STEPS[proposal.status],
    approvals: signatures.map(({ signerHash, at }) => ({ signer: addressOf(signerHash), at })),
    rejections: rejections.map(({ signerHash, at }) => ({ signer: addressOf(signerHash), at })),
    approvalThreshold: thresholdOf(proposal.kind),
    payouts: paid,
    fee,
    txHash: proposal.execution?.txHash ?? null,
    // What is behind a spread is slow to set: only what is shown otherwise than stored.
    ...row,
    proposer: proposal.proposer.address,
    allowance: proposal.allowance && allowanceView(proposal.allowance, network),
    exchange: exchangeView(proposal, vault, network),
    executedAt: proposal.execution?.executedAt ?? null,
  };
};

/** A proposal as the use cases return it: its row, and what it does. Amounts in base units of the asset, times in Unix seconds. */
export type ProposalView = ReturnType<typeof toProposalView>;
