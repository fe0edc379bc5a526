import type { CreateAirdropResponse } from '@weir/api-contract';
import { createActiveList, createAirdrop, relayClaim } from '../support/airdrop-scenario.js';
import type { Client, Refusal } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { COIN } from '../support/test-asset.js';

const TERMS = { title: 'For all', totalAmount: 1, amountPerClaim: 0.1 };

/** Fixtures whose nodes relay unlocking bytecodes of 1,650 bytes and of 10,000. */
let before: Fixture;
let since: Fixture;
beforeAll(async () => {
  before = await startFixture();
  since = await startFixture({}, '2026-05');
});
afterAll(() => Promise.all([before.stop(), since.stop()]));

const create = async (client: Client, creator: string) => {
  const { status, body } = await client
    .as(creator)
    .post<CreateAirdropResponse & Refusal>('/api/airdrops/create', TERMS);
  return { status, body: body as Partial<CreateAirdropResponse> & Partial<Pick<Refusal, 'code' | 'message'>> };
};

describe('a campaign for everybody, where nodes do not relay its claims', () => {
  it('is refused before any money is in it', async () => {
    const creator = before.wallet(COIN);
    const { status, body } = await create(before.client, creator.address);
    expect([status, body.code]).toEqual([409, 'NOT_RELAYED']);
    expect(body.message).toContain('requireKyc');
  });

  it('that is there already is not funded', async () => {
    // Made where the operator said that nodes relay it.
    const hopeful = await before.replica({ PUBLIC_CAMPAIGNS: 'on' });
    const { path } = await createAirdrop({ ...before, client: hopeful });
    const { status, body } = await before.client.get<Refusal>(`${path}/funding-info`);
    expect([status, body.code]).toEqual([409, 'NOT_RELAYED']);
    expect((await hopeful.get(`${path}/funding-info`)).status).toBe(200);
  });

  it('leaves campaigns for a list alone', async () => {
    const claimer = before.wallet();
    const { path } = await createActiveList(before, [claimer]);
    expect((await relayClaim(before, path, claimer)).status).toBe(200);
  });

  it('is warned of where the servers do not tell', async () => {
    const unsure = await before.replica();
    await before.control.failCalls({
      methods: ['blockchain.transaction.broadcast'],
      message: 'excessive resource usage',
    });
    try {
      const { status, body } = await create(unsure, before.wallet().address);
      expect([status, body.warnings?.map(({ code }) => code)]).toEqual([200, ['CLAIMS_MAY_NOT_RELAY']]);
    } finally {
      await before.control.resetFaults();
    }
  });
});

describe('a campaign for everybody, where nodes relay its claims', () => {
  it('is offered without a word, unless the operator says otherwise', async () => {
    const creator = since.wallet(COIN);
    const { status, body } = await create(since.client, creator.address);
    expect([status, body.warnings]).toEqual([200, []]);
    const closed = await since.replica({ PUBLIC_CAMPAIGNS: 'off' });
    expect(await create(closed, creator.address)).toMatchObject({ status: 409, body: { code: 'NOT_RELAYED' } });
  });
});
