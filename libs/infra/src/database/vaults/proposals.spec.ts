import { useDatabase } from '../../../test/database.js';
import { randomHex } from '../../../test/streams.js';
import { built, newProposal, newVault } from '../../../test/vaults.js';
import { newId } from '../sql/statements.js';
import type { ProposalRecord } from './read-proposals.js';
import type { VaultRecord } from './vault-record.js';
import { createVaultsRepository, type VaultsRepository } from './vaults.repository.js';

const database = useDatabase();
const vaults = database.over(createVaultsRepository);
let vault: VaultRecord;
beforeEach(async () => {
  vault = await vaults.insert(newVault());
});

const propose = (overrides: Parameters<typeof newProposal>[0] = {}, transaction = built()): Promise<ProposalRecord> =>
  vaults.withVault(vault.id, ({ proposals }) => proposals.insert(newProposal(overrides), transaction));
const sign = ({ id }: ProposalRecord, signerHash: string, signature = randomHex(65)) =>
  vaults.withVault(vault.id, async ({ proposals }) => proposals.sign(await proposals.get(id), signerHash, signature));
const reject = ({ id }: ProposalRecord, signerHash: string) =>
  vaults.withVault(vault.id, async ({ proposals }) => proposals.reject(await proposals.get(id), signerHash));
const hashes = () => vault.signers.map(({ hash }) => hash) as [string, string, string];

describe('proposals', () => {
  it('are stored and given back whole, with an id of their own', async () => {
    const [given, transaction] = [
      newProposal({
        coin: { txid: randomHex(32), vout: 3 },
        tokenType: 'FUNGIBLE_TOKEN',
        tokenCategory: randomHex(32),
      }),
      built(),
    ];
    const stored = await vaults.withVault(vault.id, ({ proposals }) => proposals.insert(given, transaction));
    expect(stored).toMatchObject({
      ...given,
      ...transaction,
      vaultId: vault.id,
      status: 'PENDING',
      round: 1,
      signatures: [],
      rejections: [],
      execution: null,
    });
    expect(stored.proposalId).toMatch(/^#WEIR-PROP-\d{14}$/);
    expect(await vaults.findProposal(stored.id)).toEqual(stored);
    expect(await vaults.findProposal(newId())).toBeUndefined();
  });

  it('name the records that they open or cancel, each once, and are found by them while they are open', async () => {
    const [first, second] = [newId(), newId()];
    const subjects = [
      { type: 'stream', id: second },
      { type: 'payment', id: first },
    ] as const;
    const stored = await propose({ kind: 'cancel', subjects });
    expect(stored.subjects).toEqual(subjects.map((subject) => ({ ...subject, contract: null })));
    const openFor = (ids: readonly string[], of = vault.id) =>
      vaults.withVault(of, ({ proposals }) => proposals.openFor(ids));
    expect((await openFor([newId(), first]))?.id).toBe(stored.id);
    expect(await openFor([newId()])).toBeUndefined();
    expect(await openFor([])).toBeUndefined();
    expect(await openFor([first], (await vaults.insert(newVault())).id)).toBeUndefined();
    await vaults.withVault(vault.id, ({ proposals }) => proposals.settle(stored.id, 'REJECTED'));
    expect(await openFor([first])).toBeUndefined();
    await expect(propose({ kind: 'stream', subjects: [...subjects, ...subjects] })).rejects.toMatchObject({
      constraint: 'vault_proposal_subjects_once',
    });
  });

  it('belong to one vault', async () => {
    const { id } = await propose();
    const other = await vaults.insert(newVault());
    await expect(vaults.withVault(other.id, ({ proposals }) => proposals.get(id))).rejects.toMatchObject({
      name: 'RowNotFoundError',
    });
  });

  it('keep every vote when all signers vote at once', async () => {
    const proposal = await propose();
    await Promise.all(hashes().map((hash) => sign(proposal, hash)));
    expect((await vaults.findProposal(proposal.id))?.signatures.map(({ signerHash }) => signerHash).sort()).toEqual(
      hashes().sort(),
    );
  });

  it('keep one vote a signer: the last one', async () => {
    const proposal = await propose();
    const [first, second] = hashes();
    await sign(proposal, first);
    expect(await sign(proposal, first, 'ab')).toMatchObject({ signatures: [{ signerHash: first, signature: 'ab' }] });
    expect(await reject(proposal, first)).toMatchObject({ signatures: [], rejections: [{ signerHash: first }] });
    expect(await sign(proposal, second)).toMatchObject({
      signatures: [{ signerHash: second }],
      rejections: [{ signerHash: first }],
    });
    expect(await sign(proposal, first)).toMatchObject({ rejections: [] });
  });

  it('start signing again when they are built again, and are known by every transaction they were built as', async () => {
    const [first, second] = [built(), built()];
    const proposal = await propose({ kind: 'close' }, first);
    await sign(proposal, hashes()[0]);
    await reject(proposal, hashes()[1]);
    const rebuilt = await vaults.withVault(vault.id, ({ proposals }) => proposals.rebuild(proposal.id, second, 2_000n));
    expect(rebuilt).toMatchObject({
      ...second,
      round: 2,
      amount: 2_000n,
      status: 'PENDING',
      signatures: [],
      rejections: [{ signerHash: hashes()[1] }],
    });
    for (const { digest } of [first, second]) {
      const found = await vaults.withVault(vault.id, ({ proposals }) => proposals.builtAs(digest));
      expect(found.map(({ id }) => id)).toEqual([proposal.id]);
    }
  });

  it('of one transaction come with the most signed first', async () => {
    const same = built();
    const [lone, signed] = [await propose({}, same), await propose({}, same)];
    await sign(signed, hashes()[0]);
    const found = await vaults.withVault(vault.id, ({ proposals }) => proposals.builtAs(same.digest));
    expect(found.map(({ id }) => id)).toEqual([signed.id, lone.id]);
    expect(await vaults.withVault(vault.id, ({ proposals }) => proposals.builtAs(randomHex(32)))).toEqual([]);
  });

  it('are unsettled until they are rejected or executed for good', async () => {
    const [pending, stale, rejected, executed, final] = [
      await propose(),
      await propose(),
      await propose(),
      await propose(),
      await propose(),
    ];
    const settle = (
      proposal: ProposalRecord,
      outcome: Parameters<Parameters<Parameters<VaultsRepository['withVault']>[1]>[0]['proposals']['settle']>[1],
    ) => vaults.withVault(vault.id, ({ proposals }) => proposals.settle(proposal.id, outcome));
    const execution = { txHash: randomHex(32), executedAt: 1_700_000_000, final: false };
    await settle(stale, 'STALE');
    await settle(rejected, 'REJECTED');
    expect(await settle(executed, execution)).toMatchObject({
      status: 'EXECUTED',
      execution: { ...execution, executedAt: executed.createdAt },
    });
    await settle(final, { ...execution, final: true });
    const unsettled = () => vaults.withVault(vault.id, ({ proposals }) => proposals.unsettled());
    expect((await unsettled()).map(({ id }) => id)).toEqual([pending, stale, executed].map(({ id }) => id));
    // A reorganisation takes it back.
    expect(await settle(executed, 'APPROVED')).toMatchObject({ status: 'APPROVED', execution: null });
  });

  it('are listed by vault and state, page by page', async () => {
    const made = [await propose(), await propose(), await propose()].map(({ id }) => id).reverse();
    const first = await vaults.listProposals({ vaultId: vault.id, limit: 2 });
    expect([first.total, first.rows.map(({ id }) => id)]).toEqual([3, made.slice(0, 2)]);
    const second = await vaults.listProposals({ vaultId: vault.id, limit: 2, cursor: first.nextCursor ?? '' });
    expect([second.total, second.nextCursor, second.rows.map(({ id }) => id)]).toEqual([3, null, made.slice(2)]);
    expect(await vaults.listProposals({ vaultId: vault.id, status: 'STALE', limit: 2 })).toEqual({
      rows: [],
      total: 0,
      nextCursor: null,
    });
    expect(await vaults.listProposals({ vaultId: newId(), limit: 2 })).toMatchObject({ total: 0 });
  });

  it.each([
    ['BCH with a category', { tokenCategory: randomHex(32) }, 'vault_proposals_token_has_category'],
    [
      'a close of a token',
      { kind: 'close', tokenType: 'FUNGIBLE_TOKEN', tokenCategory: randomHex(32) },
      'vault_proposals_close_pays_all',
    ],
  ] as const)('are refused with %s', async (_, wrong, constraint) => {
    await expect(propose(wrong)).rejects.toMatchObject({ constraint });
  });
});
