import { randomUUID } from 'node:crypto';
import { useDatabase } from '../../../test/database.js';
import { createDatabase } from '../create-database.js';
import { createAuthRepository } from './auth.repository.js';

const NOW = 1_767_225_600;
const ADDRESS = 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07';

const database = useDatabase();
const auth = database.over(createAuthRepository);

const OTHER = 'bchtest:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqwy32u6zl';

const nonceOf = (id: string): string => id.replaceAll('-', '');

const add = async (expiresAt = NOW + 300): Promise<string> => {
  const id = randomUUID();
  await auth.addNonce({ id, addresses: [ADDRESS, OTHER], nonce: nonceOf(id), expiresAt }, NOW);
  return id;
};

describe('a nonce', () => {
  it('is accepted once', async () => {
    const id = await add();
    expect(await auth.takeNonce(id, ADDRESS, NOW)).toEqual({
      addresses: [ADDRESS, OTHER],
      nonce: nonceOf(id),
      expiresAt: NOW + 300,
    });
    expect(await auth.takeNonce(id, ADDRESS, NOW)).toBeUndefined();
  });

  it('is taken by one of many who come at once, over several pools', async () => {
    const others = [1, 2].map(() => createDatabase({ url: database.url }));
    const repositories = [auth, ...others.map(createAuthRepository)];
    const id = await add();
    const attempts = Array.from({ length: 30 }, (_, index) =>
      (repositories[index % 3] ?? auth).takeNonce(id, ADDRESS, NOW),
    );
    const taken = (await Promise.all(attempts)).filter((found) => found !== undefined);
    expect(taken.map(({ nonce }) => nonce)).toEqual([nonceOf(id)]);
    await Promise.all(others.map((other) => other.destroy()));
  });

  it('is valid for its first address only, and attempts by others do not consume it', async () => {
    const id = await add();
    expect(await auth.takeNonce(id, `${ADDRESS}x`, NOW)).toBeUndefined();
    expect(await auth.takeNonce(id, OTHER, NOW)).toBeUndefined();
    expect(await auth.takeNonce(id, ADDRESS, NOW)).toBeDefined();
  });

  it('is invalid from its expiry on', async () => {
    const id = await add();
    expect(await auth.takeNonce(id, ADDRESS, NOW + 300)).toBeUndefined();
    expect(await auth.takeNonce(id, ADDRESS, NOW + 299)).toBeDefined();
  });

  it('is deleted after its expiry', async () => {
    const expired = await Promise.all(Array.from({ length: 45 }, () => add(NOW - 1)));
    const alive = await add();
    await add();
    await add();
    const left = await database.db.selectFrom('authNonces').select('id').execute();
    const ids = new Set(left.map(({ id }) => id));
    expect(expired.filter((id) => ids.has(id))).toEqual([]);
    expect(ids.has(alive)).toBe(true);
  });
});

describe('a shared secret', () => {
  it('is the first one stored, for every replica', async () => {
    const candidates = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(32));
    const secrets = new Set(await Promise.all(candidates.map((candidate) => auth.sharedSecret('bearer', candidate))));
    expect(secrets.size).toBe(1);
    expect(await auth.sharedSecret('other', 'x'.repeat(32))).toBe('x'.repeat(32));
  });
});
