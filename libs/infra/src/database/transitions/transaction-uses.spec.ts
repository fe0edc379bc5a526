import { useDatabase } from '../../../test/database.js';
import { randomHex } from '../../../test/streams.js';
import { TransactionHashInUseError } from '../sql/database-errors.js';
import { newId } from '../sql/statements.js';
import type { Resource } from './transition-record.js';
import { releaseTransactionHashes, useTransactionHash } from './transitions.repository.js';

describe('a transaction hash', () => {
  const database = useDatabase();

  const vault = (): Resource => ({ type: 'vault', id: newId() });

  it('is given to one of 50 records that want it at a time', async () => {
    const wanted = randomHex(32);
    const vaults = Array.from({ length: 50 }, vault);
    const outcomes = await Promise.allSettled(vaults.map((each) => useTransactionHash(database.db, wanted, each)));
    const won = vaults.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          name: 'TransactionHashInUseError',
          txHash: wanted,
          resourceType: 'vault',
          resourceId: won[0]?.id,
        });
    }
    await expect(useTransactionHash(database.db, wanted, vault())).rejects.toThrow(TransactionHashInUseError);
  });

  it('is kept by the record that has it, until that releases it', async () => {
    const [hash, first, second] = [randomHex(32), vault(), vault()];
    expect(await useTransactionHash(database.db, hash, first)).toBe(true);
    expect(await useTransactionHash(database.db, hash, first)).toBe(false);
    await releaseTransactionHashes(database.db, [hash], second);
    await expect(useTransactionHash(database.db, hash, second)).rejects.toThrow(TransactionHashInUseError);
    await releaseTransactionHashes(database.db, [hash], first);
    expect(await useTransactionHash(database.db, hash, second)).toBe(true);
  });
});
