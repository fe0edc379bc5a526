import type { NewProposal, ProposalTransaction } from '../src/database/vaults/read-proposals.js';
import type { NewVault, VaultSigner } from '../src/database/vaults/vault-record.js';
import { party, randomHex } from './streams.js';

export const signer = (): VaultSigner => ({ ...party(), publicKey: `02${randomHex(32)}` });

/** A vault that is not stored yet, private by default. */
export function newVault(overrides: Partial<NewVault> = {}): NewVault {
  const script = randomHex(32);
  return {
    vaultId: randomHex(32),
    name: 'Treasury ✓',
    description: null,
    creator: party(),
    signers: [signer(), signer(), signer()],
    totalDeposit: 2_100_000_000_000_000n,
    isPublic: false,
    roster: null,
    contractAddress: `bchtest:${script}`,
    lockingBytecode: `aa20${script}87`,
    scriptHash: script,
    ...overrides,
  };
}

export function newProposal(overrides: Partial<NewProposal> = {}): NewProposal {
  const recipient = party();
  return {
    kind: 'spend',
    proposer: party(),
    recipient: recipient.address,
    recipientBytecode: `76a914${recipient.hash}88ac`,
    tokenType: 'BCH',
    tokenCategory: null,
    amount: 1_000n,
    coin: null,
    reason: 'rent',
    subjects: [],
    ...overrides,
  };
}

export const built = (digest = randomHex(32)): ProposalTransaction => ({
  digest,
  transaction: JSON.stringify({ digest }),
});
