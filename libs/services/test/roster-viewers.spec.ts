import { binToHex } from '@bitauth/libauth';
import { createVaultsRepository } from '@weir/infra';
import { createVaultsService } from '../src/index.js';
import { useBed } from './support/testbed.js';
import { startVaultBed } from './support/vault-bed.js';

const bed = useBed(startVaultBed);

describe('addViewer', () => {
  it('refuses a former signer whose seat an exchange takes while they ask', async () => {
    const [anna, ben, thief] = bed.signers;
    const joins = bed.wallet();
    const { id } = await bed.vaults.create(
      {
        name: 'Private',
        totalDeposit: 1,
        signers: bed.signers.map(({ address }) => address),
        signerPubkeys: bed.signers.map(({ publicKeyHex }) => publicKeyHex),
        roster: {},
      },
      thief.address,
    );
    const memberOf = ({ address, publicKeyHash }: typeof anna) => ({
      address,
      hash: binToHex(publicKeyHash),
    });
    const signers = [memberOf(anna), memberOf(ben), memberOf(joins)] as const;
    const repository = createVaultsRepository(bed.db);
    const late = createVaultsService({
      ...bed.vaultContext,
      vaults: {
        ...repository,
        async withVault(at, work) {
          // The request has read the roster, and waits for its row.
          await repository.withVault(at, (scope) =>
            scope.update({ seats: { signers, guardianHash: '00'.repeat(20) } }),
          );
          return repository.withVault(at, work);
        },
      },
    });
    await expect(late.addViewer(id, bed.wallet().address, thief.address)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await bed.vaults.get(id, anna.address)).viewers).toEqual([]);
    const viewer = bed.wallet().address;
    expect((await late.addViewer(id, viewer, joins.address)).viewers).toEqual([viewer]);
  });
});
