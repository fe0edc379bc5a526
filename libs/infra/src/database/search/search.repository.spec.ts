import { fundedLanes, newCampaign } from '../../../test/campaigns.js';
import { useDatabase } from '../../../test/database.js';
import { insertPlan, newPlan } from '../../../test/plans.js';
import { fund, newPayment, newPlanStream, newStream, newTerms, randomHex } from '../../../test/streams.js';
import { built, newProposal, newVault } from '../../../test/vaults.js';
import { createAirdropsRepository } from '../airdrops/airdrops.repository.js';
import { createPlansRepository } from '../plans/plans.repository.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { createVaultsRepository } from '../vaults/vaults.repository.js';
import { type SearchQuestion, createSearchRepository } from './search.repository.js';

const database = useDatabase();
const search = database.over(createSearchRepository);
const streams = database.over(createStreamsRepository);

const find = async (question: SearchQuestion, viewer?: string) =>
  (await search.find(question, viewer === undefined ? [] : [viewer], 50)).map(({ kind, id }) => [kind, id]);
const contract = ({ lockingBytecode, scriptHash }: { lockingBytecode: string; scriptHash: string }) =>
  ({ by: 'contract', lockingBytecode, scriptHash }) as const;

describe('a search', () => {
  it.each([
    ['stream', newStream],
    ['payment', newPayment],
  ] as const)('finds a %s by all that is known of it', async (kind, make) => {
    const stored = await streams.insert(make());
    const txid = randomHex(32);
    await streams.withStream(stored.id, (scope) => fund(scope, txid, 3));
    const found = [[kind, stored.id]];
    expect(await find({ by: 'id', id: stored.id })).toEqual(found);
    expect(await find({ by: 'displayId', displayId: stored.streamId })).toEqual(found);
    expect(await find(contract(stored))).toEqual(found);
    expect(await find({ by: 'transaction', txid })).toEqual(found);
    expect(await find({ by: 'outpoint', txid, vout: 0 })).toEqual(found);
    expect(await find({ by: 'outpoint', txid, vout: 1 })).toEqual([]);
    expect(await search.find({ by: 'id', id: stored.id }, [], 1)).toEqual([
      {
        kind,
        contract: kind === 'stream' ? 'STREAM' : null,
        id: stored.id,
        displayId: stored.streamId,
        title: kind === 'stream' ? null : 'Ada',
        status: 'ACTIVE',
        contractAddress: stored.contractAddress,
        createdAt: stored.createdAt,
      },
    ]);
  });

  it('finds streams at one address, up to the limit', async () => {
    const terms = newTerms();
    const plans = createPlansRepository(database.db);
    const plan = await insertPlan(database.db, newPlan(terms.nonce), [
      [1, 2, 3].map((index) => newPlanStream(terms, index)),
    ]);
    expect(await find(contract(terms))).toHaveLength(3);
    expect(await search.find(contract(terms), [], 2)).toHaveLength(2);
    // Nobody has paid for it: it names whom it likes.
    expect(await find({ by: 'id', id: plan.id })).toEqual([]);
    const [first] = await plans.streamsOf(plan.id, { limit: 1 });
    const txid = randomHex(32);
    await streams.withStream(first?.id ?? '', (scope) => fund(scope, txid));
    expect(await find({ by: 'displayId', displayId: plan.planId })).toEqual([['plan', plan.id]]);
    expect(await find({ by: 'transaction', txid })).toEqual(
      expect.arrayContaining([
        ['plan', plan.id],
        ['stream', first?.id],
      ]),
    );
  });

  it('finds a campaign', async () => {
    const airdrops = createAirdropsRepository(database.db);
    const stored = await airdrops.insert(newCampaign());
    const funding = fundedLanes();
    await airdrops.withCampaign(stored.id, (scope) => scope.activate(funding));
    const found = [['airdrop', stored.id]];
    const lockingBytecode = stored.contract?.lockingBytecode ?? '';
    expect(await find({ by: 'contract', lockingBytecode, scriptHash: randomHex(32) })).toEqual(found);
    expect(await find({ by: 'displayId', displayId: stored.campaignId })).toEqual(found);
    expect(await find({ by: 'transaction', txid: funding.txHash })).toEqual(found);
    expect(await find({ by: 'outpoint', txid: funding.txHash, vout: 0 })).toEqual(found);
  });

  it('finds vaults and proposals for whom they are, private ones for members alone', async () => {
    const vaults = createVaultsRepository(database.db);
    for (const isPublic of [true, false]) {
      const vault = await vaults.insert(newVault({ isPublic }));
      const proposal = await vaults.withVault(vault.id, ({ proposals }) => proposals.insert(newProposal(), built()));
      const questions = [
        { by: 'id', id: vault.id },
        { by: 'transaction', txid: vault.vaultId },
        contract(vault),
        { by: 'id', id: proposal.id },
        { by: 'displayId', displayId: proposal.proposalId },
      ] as const;
      const seen = async (viewer?: string) =>
        (await Promise.all(questions.map((question) => find(question, viewer)))).flat().map(([kind]) => kind);
      const all = ['vault', 'vault', 'vault', 'proposal', 'proposal'];
      expect(await seen(vault.signers[1].hash)).toEqual(all);
      expect(await seen(vault.creator.hash)).toEqual(all);
      expect(await seen(randomHex(20))).toEqual(isPublic ? all : []);
      expect(await seen()).toEqual(isPublic ? all : []);
    }
  });
});
