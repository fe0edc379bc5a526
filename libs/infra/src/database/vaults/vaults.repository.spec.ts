import { useDatabase } from '../../../test/database.js';
import { party, randomHex, transition } from '../../../test/streams.js';
import { newVault } from '../../../test/vaults.js';
import { createPublishedEventsRepository } from '../outbox/published-events.repository.js';
import { newId } from '../sql/statements.js';
import type { VaultRecord } from './vault-record.js';
import type { VaultScope } from './vault-scope.js';
import { createVaultsRepository } from './vaults.repository.js';

const database = useDatabase();
const vaults = database.over(createVaultsRepository);

const stateIn = (txid: string) => ({
  category: 'ca'.repeat(32),
  txid,
  vout: 0,
  satoshis: 5_000n,
  commitment: '010000000000',
});

/** Records a step that leaves a state at output 0, or with `closed` none. */
const step = (scope: VaultScope, txHash = randomHex(32), closed = false): Promise<boolean> => {
  const { state: before, deposit } = scope.vault;
  const state = closed ? null : stateIn(txHash);
  const moved = transition({
    kind: before === null ? 'deposit' : closed ? 'close' : 'spend',
    txHash,
    spent: before && { txid: before.txid, vout: before.vout },
    state: state && { vout: 0, commitment: state.commitment, satoshis: state.satoshis, tokenAmount: null },
    paidToRecipient: before === null ? 0n : 700n,
  });
  return scope.advance(moved, {
    status: closed ? 'closed' : 'active',
    state,
    deposit: deposit ?? { txHash, activatedAt: 1_700_000_000 },
  });
};

describe('vaults', () => {
  it('are stored and given back whole', async () => {
    const given = newVault({ description: 'rent and wages' });
    const stored = await vaults.insert(given);
    expect(stored).toMatchObject({
      ...given,
      viewers: [],
      currentBalance: 0n,
      status: 'pending',
      state: null,
      deposit: null,
    });
    expect(stored.updatedAt).toBe(stored.createdAt);
    expect(await vaults.findById(stored.id)).toEqual(stored);
    expect(await vaults.findById(newId())).toBeUndefined();
  });

  it('list a creator who is a signer in both roles', async () => {
    const { signers } = newVault();
    const stored = await vaults.insert(
      newVault({ creator: { address: signers[1].address, hash: signers[1].hash }, signers }),
    );
    expect([stored.creator.hash, stored.signers.map(({ hash }) => hash)]).toEqual([
      signers[1].hash,
      signers.map(({ hash }) => hash),
    ]);
  });

  it.each([
    [
      'a signer twice',
      (vault: ReturnType<typeof newVault>) =>
        ({ signers: [vault.signers[0], vault.signers[0], vault.signers[2]] }) as const,
      'vault_members_pkey',
    ],
    ['a deposit of nothing', () => ({ totalDeposit: 0n }), 'vaults_total_deposit_check'],
    ['an id of the wrong length', () => ({ vaultId: 'ab' }), 'vaults_vault_id_check'],
  ])('are refused with %s, and leave nothing', async (_, wrong, constraint) => {
    const vault = newVault();
    await expect(vaults.insert({ ...vault, ...wrong(vault) })).rejects.toMatchObject({ constraint });
    const left = await database.db
      .selectFrom('vaults')
      .select('id')
      .where('scriptHash', '=', vault.scriptHash)
      .execute();
    expect(left).toEqual([]);
  });

  it('take a viewer once, in order', async () => {
    const { id, creator } = await vaults.insert(newVault());
    const viewers = [party(), party()];
    for (const viewer of [...viewers, ...viewers])
      await vaults.withVault(id, (scope) => scope.addViewer(viewer, creator.hash));
    expect((await vaults.findById(id))?.viewers).toEqual(viewers.map(({ address, hash }) => ({ address, hash })));
  });

  it('take viewers from several at once', async () => {
    const { id, creator } = await vaults.insert(newVault());
    const add = () => vaults.withVault(id, (scope) => scope.addViewer(party(), creator.hash));
    await Promise.all(Array.from({ length: 10 }, add));
    expect((await vaults.findById(id))?.viewers).toHaveLength(10);
  });

  it('cannot be locked under another id', async () => {
    const id = newId();
    await expect(vaults.withVault(id, () => Promise.resolve())).rejects.toMatchObject({ name: 'RowNotFoundError', id });
  });
});

describe('the lineage of a vault', () => {
  it('is recorded once a transaction, and undone from its end, with an event for each', async () => {
    const { id } = await vaults.insert(newVault());
    const [deposit, spend, close] = [randomHex(32), randomHex(32), randomHex(32)] as const;
    const recorded = await vaults.withVault(id, async (scope) => {
      await scope.useTransactionHash(deposit);
      return [
        await step(scope, deposit),
        await step(scope, spend),
        await step(scope, spend),
        await step(scope, close, true),
      ];
    });
    expect(recorded).toEqual([true, true, false, true]);
    expect(await vaults.findById(id)).toMatchObject({ status: 'closed', state: null, deposit: { txHash: deposit } });
    expect((await vaults.transitionsOf(id)).map(({ kind }) => kind)).toEqual(['deposit', 'spend', 'close']);

    await vaults.withVault(id, (scope) => scope.rollbackFrom(2, { reason: 'vanished', replacedBy: null, height: 7 }));
    expect(await vaults.findById(id)).toMatchObject({ status: 'active', state: { txid: deposit, satoshis: 5_000n } });
    await vaults.withVault(id, (scope) => scope.rollbackFrom(7, { reason: 'vanished', replacedBy: null, height: 7 }));
    await vaults.withVault(id, (scope) => step(scope, spend));
    await vaults.withVault(id, (scope) => scope.rollbackFrom(1, { reason: 'vanished', replacedBy: null, height: 7 }));
    expect(await vaults.findById(id)).toMatchObject({ status: 'pending', state: null, deposit: null });
    const published = ((await vaults.history(id))?.events ?? []).map(
      ({ kind, transition: of, amount }) => `${kind} ${of} ${amount.toString()}`,
    );
    expect(published).toEqual([
      'recorded deposit 5000',
      'recorded spend 700',
      'recorded close 700',
      'rolled_back close 700',
      'rolled_back spend 700',
      'restored spend 700',
      'rolled_back spend 700',
      'rolled_back deposit 5000',
    ]);
    // The hash is free again.
    const other = await vaults.insert(newVault());
    expect(await vaults.withVault(other.id, (scope) => scope.useTransactionHash(deposit))).toBe(true);
  });

  it('knows blocks, and what is final', async () => {
    const { id } = await vaults.insert(newVault());
    const deposit = randomHex(32);
    await vaults.withVault(id, async (scope) => {
      await step(scope, deposit);
      await step(scope);
      await scope.setBlock(deposit, { height: 7, hash: 'b'.repeat(64) });
      await scope.finaliseUpTo(1);
    });
    expect(await vaults.transitionsOf(id)).toMatchObject([
      { txHash: deposit, block: { height: 7 }, final: true },
      { block: null, final: false },
    ]);
    expect(await vaults.withVault(id, (scope) => scope.transitions())).toHaveLength(2);
    await vaults.withVault(id, (scope) => scope.finaliseUpTo(1));
    const events = createPublishedEventsRepository(database.db);
    await events.publish();
    const published = await events.scan({ after: 0, limit: 9, recordId: id });
    expect(published.map(({ kind, step }) => `${kind} ${step ?? '-'}`)).toEqual([
      'created -',
      'funded deposit',
      'paid spend',
      'final deposit',
    ]);
    expect(published[3]).toMatchObject({ product: 'vault', txHash: deposit, amount: 5_000n, finality: 'final' });
  });

  it('cannot leave a row that contradicts itself', async () => {
    const { id } = await vaults.insert(newVault());
    const change = (changes: Parameters<VaultScope['update']>[0]) =>
      vaults.withVault(id, (scope) => scope.update(changes));
    await expect(change({ status: 'active' })).rejects.toMatchObject({ code: '23514' });
    await expect(change({ state: stateIn(randomHex(32)) })).rejects.toMatchObject({
      constraint: 'vaults_active_has_state',
    });
    expect((await change({ currentBalance: 7n })).currentBalance).toBe(7n);
  });
});

describe('the list of vaults', () => {
  const me = party();
  const ids = ({ rows }: { readonly rows: readonly VaultRecord[] }) => rows.map(({ id }) => id);
  let mine: VaultRecord[];
  let open: VaultRecord[];
  beforeAll(async () => {
    await database.db.deleteFrom('vaults').execute();
    const { signers } = newVault();
    const viewed = await vaults.insert(newVault());
    await vaults.withVault(viewed.id, (scope) => scope.addViewer(me, viewed.creator.hash));
    mine = [
      viewed,
      await vaults.insert(
        newVault({ creator: me, signers: [signers[0], { ...me, publicKey: signers[1].publicKey }, signers[2]] }),
      ),
      await vaults.insert(
        newVault({ signers: [signers[0], signers[1], { ...me, publicKey: signers[2].publicKey }], isPublic: true }),
      ),
    ];
    await vaults.insert(newVault());
    open = [];
    for (let i = 0; i < 4; i += 1) open.push(await vaults.insert(newVault({ isPublic: true })));
  });
  const visible = () => [...mine, ...open].map(({ id }) => id).reverse();

  it('shows what somebody may see, each once, the newest first', async () => {
    const all = await vaults.list({ hashes: [me.hash], limit: 10 });
    expect([ids(all), all.nextCursor]).toEqual([visible(), null]);
    expect(ids(await vaults.list({ hashes: [party().hash], limit: 10 }))).toEqual(
      [mine[2], ...open].map((vault) => vault?.id).reverse(),
    );
  });

  it('pages without losing or repeating a row', async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await vaults.list({ hashes: [me.hash], limit: 2, cursor });
      expect(page.rows.length).toBeLessThanOrEqual(2);
      found.push(...ids(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(visible());
  });

  it('at once, is not crowded out by the vaults of strangers, and says where to go on', async () => {
    const all = await vaults.listAtOnce({ hashes: [me.hash], limit: 3 });
    expect(ids(all)).toEqual([...mine, ...open.slice(1)].map(({ id }) => id).reverse());
    const rest = await vaults.list({ hashes: [me.hash], limit: 10, cursor: all.nextCursor ?? '' });
    expect(new Set([...ids(all), ...ids(rest)])).toEqual(new Set(visible()));
    expect(await vaults.listAtOnce({ hashes: [me.hash], limit: 10 })).toMatchObject({ nextCursor: null });
  });

  it('refuses a foreign cursor', async () => {
    await expect(vaults.list({ hashes: [me.hash], limit: 1, cursor: 'x' })).rejects.toMatchObject({
      name: 'InvalidCursorError',
    });
  });
});
