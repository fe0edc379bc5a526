import type {
  ClaimInfoResponse,
  CreateStreamResponse,
  FundingReady,
  GetStreamResponse,
  ListStreamsResponse,
} from '@weir/api-contract';
import { publishRegistry } from '@weir/devnet';
import { eventually } from '@weir/testing';
import { succeeded } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { registryOf, startRegistryServer, type RegistryServer } from '../support/registry-server.js';
import { createStream, payFunding } from '../support/stream-scenario.js';
import { issueTo, lookedAt, named, readToken, untilToken } from '../support/token-scenario.js';

let fixture: Fixture;
let server: RegistryServer;
beforeAll(async () => {
  fixture = await startFixture({ TOKENS: 'local', TOKENS_TTL: '1' });
  server = await startRegistryServer();
});
afterAll(async () => {
  server.close();
  await fixture.stop();
});

const ICON = 'https://example.com/weir.png';
const WORDS = { name: 'Weir Test Token', symbol: 'WTT', decimals: 2, description: 'For tests.', icon: ICON };
const TOKEN = { ...WORDS, verified: true };

describe('a token with a registry', () => {
  it('is unknown at first, and has its name soon after', async () => {
    const holder = fixture.wallet(100_000n);
    const { category, txid } = await issueTo(fixture, holder, (own) => server.serve('/a.json', registryOf(own, WORDS)));
    expect(await readToken(fixture.client, category.toUpperCase())).toMatchObject({
      category,
      status: 'unknown',
      pending: true,
      token: null,
      checkedAt: null,
    });
    const answer = await named(fixture.client, category);
    expect(answer).toMatchObject({ token: TOKEN, authhead: txid, authchainLength: 1 });
    expect(answer.publication).toMatchObject({ txHash: txid, uris: [`${server.origin}/a.json`] });
  });

  it('is beside every record with its name, and its amounts as decimal text', async () => {
    const holder = fixture.wallet(1_000_000n, 1_000_000n);
    const { category } = await issueTo(fixture, holder, (own) => server.serve('/b.json', registryOf(own, WORDS)));
    await named(fixture.client, category);
    const created = await fixture.client.as(holder.address).post<CreateStreamResponse>('/api/streams/create', {
      recipient: fixture.wallet().address,
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: category,
      totalAmount: 12_345,
      streamType: 'LINEAR',
      startTime: fixture.time(),
      endTime: fixture.time() + 1_000,
    });
    expect(created.body.stream).toMatchObject({
      token: TOKEN,
      total_amount: 12_345,
      total_amount_base: '12345',
      total_amount_decimal: '123.45',
    });
    expect(created.body.deployment.funding).toMatchObject({ token: TOKEN, tokenAmountDecimal: '123.45' });
    const { id } = created.body.stream;
    expect((await fixture.client.get<GetStreamResponse>(`/api/streams/${id}`)).body.stream).toMatchObject({
      token: TOKEN,
      withdrawn_amount_decimal: '0',
    });
    const list = await fixture.client.get<ListStreamsResponse>('/api/streams?limit=10');
    expect(list.body.streams.find((stream) => stream.id === id)).toMatchObject({ token: TOKEN });

    // What is signed has it too, so that a claim is shown in the token's own units.
    const path = `/api/streams/${id}`;
    const funding = await fixture.client.get<FundingReady>(`${path}/funding-info`);
    expect(funding.body.fundingInfo).toMatchObject({ tokenCategory: category, token: TOKEN, amountDecimal: '123.45' });
    const { signedTransactionHash: txHash } = await holder.signTransaction(funding.body.wcTransaction);
    await succeeded(fixture.client.post(`${path}/confirm-funding`, { txHash }));
    await fixture.advance(10 * 3_600);
    const due = { tokenCategory: category, token: TOKEN, claimableAmountDecimal: '123.45' };
    const { body: claim } = await fixture.client.get<ClaimInfoResponse>(`${path}/claim-info`);
    expect(claim).toMatchObject({ ...due, claimInfo: { vestedAmountDecimal: '123.45', totalReleasedDecimal: '0' } });
    const csv = await fixture.client.raw('GET', `/api/exports/activity?address=${holder.address}`, undefined, {
      accept: 'text/csv',
    });
    expect(csv.body).toContain(`,WTT,123.45,-123.45,,,${holder.address},,,,,,,,,,\r\n`);
  });

  it('is of no matter to records of BCH, whose decimals are known', async () => {
    const { created } = await createStream(fixture);
    expect(created.stream).toMatchObject({ token: null, token_category: null, total_amount_decimal: '1' });
    expect(created.deployment.funding).not.toHaveProperty('token');
  });

  it('has another name once its issuer publishes another registry, however far on', async () => {
    const holder = fixture.wallet(100_000n);
    const issued = await issueTo(fixture, holder, (own) => server.serve('/c1.json', registryOf(own, WORDS)));
    await named(fixture.client, issued.category);
    const silent = await publishRegistry(fixture.control, issued);
    const next = server.serve('/c2.json', registryOf(issued.category, { ...WORDS, name: 'Renamed', decimals: 4 }));
    const head = await publishRegistry(fixture.control, silent, next);
    const answer = await untilToken(fixture.client, issued.category, ({ token }) => token?.name === 'Renamed');
    expect(answer).toMatchObject({ status: 'named', authhead: head.txid, authchainLength: 3, token: { decimals: 4 } });
    // Who merely moves the identity takes nothing back.
    const moved = await publishRegistry(fixture.control, head);
    const later = await untilToken(fixture.client, issued.category, ({ authhead }) => authhead === moved.txid);
    expect(later).toMatchObject({ status: 'named', token: { name: 'Renamed', verified: true } });
    expect(server.asked.filter((path) => path === '/c2.json')).toHaveLength(1);
  });

  it('has its former name back when a reorganisation takes the new one', async () => {
    const holder = fixture.wallet(100_000n);
    const issued = await issueTo(fixture, holder, (own) => server.serve('/d1.json', registryOf(own, WORDS)));
    await fixture.mine();
    const next = server.serve('/d2.json', registryOf(issued.category, { ...WORDS, name: 'Withdrawn' }));
    await publishRegistry(fixture.control, issued, next);
    await fixture.mine();
    await untilToken(fixture.client, issued.category, ({ token }) => token?.name === 'Withdrawn');
    await fixture.control.reorganise(1, { keep: 'drop' });
    const answer = await untilToken(fixture.client, issued.category, ({ token }) => token?.name === WORDS.name);
    expect(answer).toMatchObject({ status: 'named', authhead: issued.txid, authchainLength: 1, token: TOKEN });
  });

  it('goes by the snapshot whose time has come', async () => {
    const holder = fixture.wallet(100_000n);
    let aheadMs = 2_000;
    // Where its time has come before it was looked at, another one is given more.
    const category = await eventually(async () => {
      aheadMs *= 2;
      const soon = new Date(Date.now() + aheadMs).toISOString() as `${number}-${string}`;
      const issued = await issueTo(fixture, holder, (own) =>
        server.serve(
          `/e${aheadMs}.json`,
          registryOf(own, { '2020-01-01T00:00:00.000Z': WORDS, [soon]: { ...WORDS, name: 'Later' } }),
        ),
      );
      expect((await named(fixture.client, issued.category)).token?.name).toBe(WORDS.name);
      return issued.category;
    });
    await untilToken(fixture.client, category, ({ token }) => token?.name === 'Later');
  });
});

describe('a category', () => {
  it('without a registry has no name, nor has what is none', async () => {
    const holder = fixture.wallet(100_000n);
    const { category } = await issueTo(fixture, holder);
    expect(await lookedAt(fixture.client, category)).toMatchObject({ status: 'unnamed', token: null });
    const { stream } = (await createStream(fixture)).created;
    expect(stream.token_category).toBeNull();
    const scenario = await createStream(fixture);
    const hash = await payFunding(fixture, scenario);
    for (const none of ['00'.repeat(32), hash])
      expect([none, await lookedAt(fixture.client, none)]).toMatchObject([none, { status: 'absent', token: null }]);
  });

  it('without 64 digits is refused', async () => {
    for (const category of ['x', 'ab', `${'00'.repeat(32)}0`, 'zz'.repeat(32)])
      expect([category, (await fixture.client.get(`/api/tokens/${category}`)).status]).toEqual([category, 400]);
  });
});
