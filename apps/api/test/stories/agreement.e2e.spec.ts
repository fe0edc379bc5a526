import { isDeepStrictEqual } from 'node:util';
import type {
  CampaignResource,
  CreateAirdropResponse,
  IndexedContract,
  ListAirdropsResponse,
  ListPaymentsResponse,
  ListStreamsResponse,
  PaymentResource,
  RefundResponse,
  StreamResource,
} from '@weir/api-contract';
import { eventually } from '@weir/testing';
import {
  confirmAirdropFunding,
  createActiveAirdrop,
  createActiveList,
  createAirdrop,
  payAirdropClaim,
  payAirdropFunding,
  relayClaim,
  sendList,
} from '../support/airdrop-scenario.js';
import { succeeded } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { proposeGrant } from '../support/grant-scenario.js';
import { startIndexerBeside, type IndexedList, type IndexerBeside } from '../support/indexer-beside.js';
import { actAsSender, claimPeriods, createActivePayment, NOTICE } from '../support/payment-scenario.js';
import { recipientsFrom } from '../support/plan-grant-scenario.js';
import { createPlan, payPlanFunding } from '../support/plan-scenario.js';
import { createActiveStream, createStream, payCancel, payClaim, payFunding } from '../support/stream-scenario.js';
import { BCH, TOKENS } from '../support/test-asset.js';
import { carryOut, confirmExecution, createActiveVault } from '../support/vault-scenario.js';

const DAY = 86_400;

let fixture: Fixture;
let indexer: IndexerBeside;
beforeAll(async () => {
  fixture = await startFixture();
  indexer = await startIndexerBeside(fixture);
});
afterAll(async () => {
  await indexer.stop();
  await fixture.stop();
});

/** What a row must say for a record to agree with it; of `terms`, some. */
type Claims = Partial<Record<keyof IndexedContract, unknown>> & { readonly terms: Readonly<Record<string, unknown>> };

const ofStream = (record: StreamResource): Claims => ({
  sender: record.sender,
  recipient: record.recipient,
  tokenType: record.token_type,
  tokenCategory: record.token_category,
  totalAmount: record.total_amount,
  totalAmountBase: record.total_amount_base,
  releasedAmountBase: record.withdrawn_amount_base,
  vestedAmountBase: record.vested_amount_base,
  status: record.status,
  apiProduct: 'stream',
  terms: {
    intervalSeconds: record.interval_seconds,
    cancelable: record.cancelable,
    ...(record.stream_type !== 'RECURRING' && {
      streamType: record.stream_type,
      startTime: record.start_time,
      endTime: record.end_time,
      cliffTimestamp: record.cliff_timestamp,
    }),
  },
});

const ofPayment = (record: PaymentResource): Claims => ({
  sender: record.sender,
  recipient: record.recipient,
  tokenType: record.token_type,
  tokenCategory: record.token_category,
  totalAmountBase: record.total_amount_base,
  releasedAmountBase: record.total_paid_base,
  vestedAmountBase: (BigInt(record.total_paid_base) + BigInt(record.claimable_amount_base)).toString(),
  status: record.status,
  apiProduct: 'payment',
  terms: {
    intervalSeconds: record.interval_seconds,
    firstDue: record.start_date,
    periods: record.periods_funded,
    amountPerPeriodBase: record.amount_per_period_base,
    cancelable: record.cancelable,
    pausable: record.pausable,
  },
});

const ofCampaign = (record: CampaignResource): Claims => ({
  sender: record.creator,
  recipient: null,
  tokenType: record.token_type,
  tokenCategory: record.token_category,
  totalAmountBase: record.pool_amount_base,
  releasedAmountBase: record.claimed_amount_base,
  status: record.status,
  apiProduct: 'airdrop',
  terms: {
    lanes: record.lanes,
    start: record.start_date,
    end: record.end_date,
    cancelable: record.cancelable,
    sponsored: record.sponsor_fees,
  },
});

interface Held {
  readonly list: IndexedList;
  readonly address: string | null;
  readonly funding: string | null;
  readonly commitment?: string | null;
  readonly claims: Claims;
}

const records = async (): Promise<readonly Held[]> => {
  const { streams } = (await fixture.client.get<ListStreamsResponse>('/api/streams')).body;
  const { payments } = (await fixture.client.get<ListPaymentsResponse>('/api/payments')).body;
  const { airdrops: campaigns } = (await fixture.client.get<ListAirdropsResponse>('/api/airdrops')).body;
  return [
    ...streams.map((record): Held => ({
      list: 'streams',
      address: record.contract_address,
      funding: record.funding_tx_hash,
      commitment: record.nft_commitment,
      claims: ofStream(record),
    })),
    ...payments.map((record): Held => ({
      list: 'payments',
      address: record.contract_address,
      funding: record.funding_tx_hash,
      commitment: record.nft_commitment,
      claims: ofPayment(record),
    })),
    ...campaigns.map((record): Held => ({
      list: 'airdrops',
      address: record.contract_address,
      funding: record.funding_tx_hash,
      claims: ofCampaign(record),
    })),
  ];
};

/** Everything in which a row and its record differ, field by field. */
const differences = async (): Promise<readonly object[]> => {
  const rows = {
    streams: await indexer.rows('streams'),
    payments: await indexer.rows('payments'),
    airdrops: await indexer.rows('airdrops'),
  };
  return (await records()).flatMap(({ list, address, funding, commitment, claims }): object[] => {
    if (funding === null) return [];
    const row = rows[list].find(
      ({ contractAddress, fundedTxHash }) => contractAddress === address && fundedTxHash === funding,
    );
    if (row === undefined) return [{ address, missing: list }];
    const expected: Claims = {
      ...claims,
      apiStatus: 'confirmed',
      apiDifference: null,
      ...(row.commitment !== null && commitment !== undefined && { commitment }),
    };
    const terms = Object.fromEntries(Object.keys(claims.terms).map((name) => [name, row.terms[name]]));
    const found = Object.entries(expected).filter(
      ([field, value]) => !isDeepStrictEqual(field === 'terms' ? terms : row[field as keyof IndexedContract], value),
    );
    return found.map(([field, value]) => ({
      address,
      field,
      record: value,
      row: row[field as keyof IndexedContract],
      because: row.apiDifference,
    }));
  });
};

const agree = async (): Promise<void> => {
  await fixture.mine();
  await eventually(async () => expect(await differences()).toEqual([]));
};

describe('records of the API and rows of the indexer', () => {
  it('agree through whole courses of streams', async () => {
    const linear = await createActiveStream(fixture, {}, BCH);
    const steps = await createActiveStream(
      fixture,
      { streamType: 'STEP', intervalSeconds: 3_600, cliffTimestamp: fixture.time() + 7_200 },
      TOKENS,
    );
    const recurring = await createActiveStream(
      fixture,
      { streamType: 'RECURRING', endTime: fixture.time() + 7 * DAY, intervalSeconds: DAY },
      BCH,
    );
    await agree();
    await fixture.advance(DAY + 60);
    for (const scenario of [linear, steps, recurring]) {
      const { txHash, claimedAmount, claimedBase } = await payClaim(fixture, scenario);
      const amount = scenario === steps ? claimedBase.toString() : claimedAmount;
      await succeeded(fixture.client.post(`${scenario.path}/confirm-claim`, { txHash, claimedAmount: amount }));
    }
    await agree();
    await fixture.advance(DAY);
    for (const scenario of [linear, recurring])
      await succeeded(
        fixture.client.post(`${scenario.path}/confirm-cancel`, { txHash: await payCancel(fixture, scenario) }),
      );
    await agree();
    await fixture.mine(NOTICE);
    for (const scenario of [linear, recurring])
      await succeeded(fixture.client.post<RefundResponse>(`${scenario.path}/refund`));
    await fixture.advance(5 * DAY);
    const { txHash, claimedBase } = await payClaim(fixture, steps);
    await succeeded(
      fixture.client.post(`${steps.path}/confirm-claim`, { txHash, claimedAmount: claimedBase.toString() }),
    );
    await agree();
    expect((await indexer.rows('streams')).map(({ status }) => status).sort()).toEqual([
      'CANCELLED',
      'CANCELLED',
      'COMPLETED',
    ]);
  });

  it('agree through whole courses of payments and campaigns', async () => {
    const payment = await createActivePayment(fixture, {}, BCH);
    const fixed = await createActivePayment(fixture, { cancelable: false }, TOKENS);
    const open = await createActiveAirdrop(fixture, { startDate: null }, BCH);
    const wallets = [fixture.wallet(), fixture.wallet()];
    const [first = fixture.wallet()] = wallets;
    const listed = await createActiveList(fixture, wallets, {}, TOKENS);
    await agree();
    await fixture.advance(2 * DAY + 60);
    await claimPeriods(fixture, payment);
    await claimPeriods(fixture, fixed);
    await relayClaim(fixture, listed.path, first);
    const claimer = fixture.wallet(10_000_000n);
    const txHash = await payAirdropClaim(fixture, open.path, claimer);
    await succeeded(fixture.client.post(`${open.path}/confirm-claim`, { txHash }));
    await agree();
    await actAsSender(fixture, payment, 'pause');
    await agree();
    expect((await indexer.rows('payments')).map(({ apiProduct }) => apiProduct)).toEqual(
      expect.arrayContaining(['payment', 'stream']),
    );
    expect(
      (await indexer.rows('streams', 'status=ACTIVE')).map(({ product, apiProduct }) => [product, apiProduct]),
    ).toEqual([['PLAN_RECURRING_TOKEN', 'payment']]);
  });

  it('differ where one does not know yet, and the row says why', async () => {
    const unconfirmed = await createStream(fixture);
    const funding = await payFunding(fixture, unconfirmed);
    const confirmed = await createActiveStream(fixture);
    await agree();
    const rowOf = async (address: string) =>
      (await indexer.rows('streams')).find(({ contractAddress }) => contractAddress === address);
    const becomes = (address: string, expected: object) =>
      eventually(async () => expect(await rowOf(address)).toMatchObject(expected));
    const { contract_address: address } = unconfirmed.created.stream;
    await becomes(address, { apiStatus: 'unconfirmed', apiProduct: 'stream', fundedTxHash: funding });
    expect(
      (await indexer.rows('streams', 'apiStatus=unconfirmed')).map(({ contractAddress }) => contractAddress),
    ).toEqual([address]);

    const asking = await fixture.replica({ INDEXER_URL: indexer.url });
    for (const { path } of [unconfirmed, confirmed])
      await eventually(async () =>
        expect(await asking.get(path)).toMatchObject({ body: { stream: { onchain: { releasedAmountBase: '0' } } } }),
      );

    await fixture.advance(DAY);
    const { txHash, claimedAmount } = await payClaim(fixture, confirmed);
    await fixture.mine();
    const other = confirmed.created.stream.contract_address;
    await becomes(other, {
      apiStatus: 'confirmed',
      apiDifference: `The API has yet to record 1 more, up to ${txHash}`,
    });
    await succeeded(fixture.client.post(`${confirmed.path}/confirm-claim`, { txHash, claimedAmount }));
    const cancel = await payCancel(fixture, confirmed);
    await succeeded(fixture.client.post(`${confirmed.path}/confirm-cancel`, { txHash: cancel }));
    await becomes(other, {
      apiDifference: `The API has recorded 1 more, not mined or not indexed yet, up to ${cancel}`,
    });
    await agree();
  });

  /** Mines what was sent, then waits until rows of an address have these API statuses, in any order. */
  const becomeOf = async (list: IndexedList, address: string, expected: readonly string[]) => {
    await fixture.mine();
    await eventually(async () => {
      const rows = await indexer.rows(list, `address=${address}`);
      expect(rows.map(({ apiStatus }) => apiStatus).sort()).toEqual(expected.toSorted());
      const listed = await indexer.rows(list, `address=${address}&apiStatus=unconfirmed`);
      expect(listed).toEqual(rows.filter(({ apiStatus }) => apiStatus === 'unconfirmed'));
    });
  };

  it('show streams and salaries of a plan as unconfirmed until its funding is confirmed', async () => {
    const salaries = { product: 'recurring', interval: 'DAILY', end: undefined };
    const plans = [
      { list: 'streams', plan: await createPlan(fixture, 2) },
      { list: 'payments', plan: await createPlan(fixture, 2, salaries) },
    ] as const;
    for (const { list, plan } of plans) {
      const txHash = await payPlanFunding(fixture, plan);
      await becomeOf(list, plan.sender.address, ['unconfirmed', 'unconfirmed']);
      await succeeded(fixture.client.post(`${plan.path}/confirm-funding`, { txHash }));
      await becomeOf(list, plan.sender.address, ['confirmed', 'confirmed']);
    }
  });

  it('show each part of a list of locks as unconfirmed until its funding is confirmed', async () => {
    // One funding announces eleven schedules.
    const streams = recipientsFrom(100, 12).map((recipient, i) => ({
      recipient,
      amount: 0.001,
      cliff: fixture.time() + i * 3_600,
    }));
    const plan = await createPlan(fixture, 0, { product: 'lock', streams });
    const { address } = plan.sender;
    const first = await payPlanFunding(fixture, plan);
    await becomeOf('streams', address, Array<string>(11).fill('unconfirmed'));
    await succeeded(fixture.client.post(`${plan.path}/confirm-funding`, { txHash: first }));
    const second = await payPlanFunding(fixture, plan);
    await becomeOf('streams', address, [...Array<string>(11).fill('confirmed'), 'unconfirmed']);
    await succeeded(fixture.client.post(`${plan.path}/confirm-funding`, { txHash: second }));
    await becomeOf('streams', address, Array<string>(12).fill('confirmed'));
  });

  it('show a campaign of a vault as unconfirmed until its funding is confirmed', async () => {
    const vault = await createActiveVault(fixture);
    const [signer] = vault.signers;
    const terms = { title: 'Of a vault', totalAmount: 0.001, amountPerClaim: 0.0001, vaultId: vault.id };
    const { campaign, proposal } = await succeeded(
      fixture.client.as(signer.address).post<CreateAirdropResponse>('/api/airdrops/create', terms),
    );
    if (proposal === undefined) throw new Error('The answer names no proposal');
    const { id } = await proposeGrant(fixture, vault, { proposal });
    const txHash = await carryOut(fixture, vault, id);
    await becomeOf('airdrops', campaign.creator, ['unconfirmed']);
    await succeeded(confirmExecution(fixture, vault, id, txHash));
    await becomeOf('airdrops', campaign.creator, ['confirmed']);
  });

  it('show the lock of a claim as confirmed', async () => {
    const claimer = fixture.wallet();
    const [startTime, endTime] = [fixture.time(), fixture.time() + 40 * DAY];
    const vesting = { streamType: 'LINEAR', startTime, endTime };
    const campaign = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null, vesting });
    await succeeded(sendList(fixture, campaign, `${claimer.address},0.01\n`));
    const funding = await payAirdropFunding(fixture, campaign);
    await succeeded(confirmAirdropFunding(fixture, campaign.path, funding));
    await succeeded(relayClaim(fixture, campaign.path, claimer));
    await becomeOf('streams', claimer.address, ['confirmed']);
  });
});
