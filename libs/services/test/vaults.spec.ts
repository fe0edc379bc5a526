import { createVaultsRepository } from '@weir/infra';
import { createVaultsService } from '../src/index.js';
import { useBed } from './support/testbed.js';
import { startVaultBed } from './support/vault-bed.js';

const bed = useBed(startVaultBed);

it('a payment is confirmed by its hash where the index does not show it', async () => {
  const [signer] = bed.signers;
  const vaultId = await bed.openVault();
  const payment = { kind: 'spend', recipient: bed.wallet().address, amount: 0.1 } as const;
  const { id } = await bed.vaults.propose(vaultId, payment, signer.address);
  for (const control of bed.controls) await control.setIndexDelay(2_000);
  try {
    const txHash = await bed.carryOut(id);
    expect(await bed.vaults.confirmExecute(id, txHash, signer.address)).toMatchObject({
      proposal: { status: 'EXECUTED', txHash },
    });
  } finally {
    for (const control of bed.controls) await control.resetFaults();
  }
});

describe('a vault that was closed on the chain', () => {
  it.each(['confirmed', 'found on the chain'])('never shows as closed beside its old balance: %s', async (how) => {
    const [signer] = bed.signers;
    const vaultId = await bed.openVault();
    const recipient = bed.wallet().address;
    const { id } = await bed.vaults.propose(vaultId, { kind: 'close', recipient }, signer.address);
    const txHash = await bed.carryOut(id);
    const repository = createVaultsRepository(bed.db);
    /** What a reader meets after each commit. */
    const met: string[] = [];
    const watched = createVaultsService({
      ...bed.vaultContext,
      vaults: {
        ...repository,
        async withVault(at, work) {
          const result = await repository.withVault(at, work);
          const row = await repository.findById(at);
          met.push(`${row?.status} ${row?.currentBalance}`);
          return result;
        },
      },
    });
    if (how === 'confirmed') await watched.confirmExecute(id, txHash, signer.address);
    else await watched.proposal(id, signer.address);
    expect(met.at(-1)).toBe('closed 0');
    expect(met.filter((row) => row.startsWith('closed') && row !== 'closed 0')).toEqual([]);
  });
});
