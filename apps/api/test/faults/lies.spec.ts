import type { FundingReady, GetStreamResponse } from '@weir/api-contract';
import { lies, startElectrumProxy, type ElectrumProxy, type Misbehaviour } from '@weir/devnet';
import { eventually } from '@weir/testing';
import { type Answer, type Client, type Refusal, refusal } from '../support/client.js';
import { startLoggedApp, type LoggedApp } from '../support/faults/logged-app.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import {
  createActiveStream,
  createStream,
  payClaim,
  payFunding,
  type PaidClaim,
  type Scenario,
} from '../support/stream-scenario.js';

const HOUR = 3_600;

let fixture: Fixture;
let liar: ElectrumProxy;
/** Knows no server but the liar. */
let alone: LoggedApp;
/** Knows a correct one behind the liar. */
let both: LoggedApp;
let pending: Scenario;
let fundingTxHash: string;
let active: Scenario;
let claim: PaidClaim;
beforeAll(async () => {
  fixture = await startFixture();
  liar = await startElectrumProxy(fixture.devnet.url);
  alone = await startLoggedApp(fixture, { ELECTRUM_URLS: liar.url, MIN_CONFIRMATIONS: '1' });
  both = await startLoggedApp(fixture, { ELECTRUM_URLS: `${liar.url},${fixture.devnet.url}`, MIN_CONFIRMATIONS: '1' });
  pending = await createStream(fixture);
  active = await createActiveStream(fixture);
  await fixture.advance(10 * HOUR);
  fundingTxHash = await payFunding(fixture, pending);
  claim = await payClaim(fixture, active);
  await fixture.mine(2);
});
afterEach(() => liar.behave());
afterAll(async () => {
  await alone.stop();
  await both.stop();
  await liar.stop();
  await fixture.stop();
});

const away = {
  status: 503,
  headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string },
  body: { success: false, code: 'CHAIN_UNAVAILABLE', retryable: true },
};

/** What is recorded, without what goes by the clock. */
const recorded = async ({ path }: Scenario) => {
  const { body } = await fixture.client.get<GetStreamResponse>(path);
  const {
    as_of,
    vested_amount,
    vested_amount_base,
    claimable_amount,
    claimable_amount_base,
    progress_percentage,
    ...stream
  } = body.stream;
  expect([
    as_of,
    vested_amount,
    vested_amount_base,
    claimable_amount,
    claimable_amount_base,
    progress_percentage,
  ]).not.toContain(undefined);
  return { stream, claims: body.claims };
};
const confirmFunding = ({ client }: { readonly client: Client }): Promise<Answer<Refusal>> =>
  client.post(`${pending.path}/confirm-funding`, { txHash: fundingTxHash });
const confirmClaim = ({ client }: { readonly client: Client }): Promise<Answer<Refusal>> =>
  client.post(`${active.path}/confirm-claim`, { txHash: claim.txHash, claimedAmount: claim.claimedAmount });

const LIES: readonly (readonly [string, () => readonly Misbehaviour[]])[] = [
  [
    'another transaction',
    () => [
      lies.otherTransaction(fixture.devnet.node.transaction(fixture.devnet.node.blockAt(7)?.txids[0] ?? '')?.hex ?? ''),
    ],
  ],
  ['a transaction with a bit flipped', () => [lies.flippedBit()]],
  ['a false proof', () => [lies.falseProof()]],
  ['a false position', () => [lies.falsePosition()]],
  ['another block', () => [lies.otherBlock(5)]],
  ['headers that do not link', () => [lies.unlinkedHeaders()]],
  ['a tip far above the chain', () => [lies.higherTip(1_000)]],
  ['nonsense for a transaction', () => [lies.nonsense('blockchain.transaction.get')]],
  ['nonsense for a height', () => [lies.nonsense('blockchain.transaction.get_height')]],
  ['nonsense for a proof', () => [lies.nonsense('blockchain.transaction.get_merkle')]],
  ['nonsense for headers', () => [lies.nonsense('blockchain.block.headers')]],
  ['nonsense for a tip', () => [lies.nonsense('blockchain.headers.get_tip')]],
];

describe('of a server that lies', () => {
  it.each(LIES)('nothing is recorded, and clients hear when to ask again: %s', async (_, misbehaviour) => {
    const before = await Promise.all([recorded(pending), recorded(active)]);
    liar.misbehave(...misbehaviour());
    expect(await confirmFunding(alone)).toMatchObject(away);
    expect(await confirmClaim(alone)).toMatchObject(away);
    expect(liar.misdeeds).toBeGreaterThan(1);
    expect(await Promise.all([recorded(pending), recorded(active)])).toEqual(before);
    expect(
      alone.takeLog().filter(({ err }) => /caused by: Server(Mistrusted|Answered)Error/.test(err?.stack ?? '')),
    ).toHaveLength(2);
  });

  it('a funding that is nowhere is none: neither in the mempool nor in a block made up for it', async () => {
    const other = await createStream(fixture);
    const { body } = await fixture.client.get<FundingReady>(`${other.path}/funding-info`);
    const { signedTransaction: hex, signedTransactionHash: txHash } = await other.sender.signTransaction({
      ...body.wcTransaction,
      broadcast: false,
    });
    const confirm = () => alone.client.post<Refusal>(`${other.path}/confirm-funding`, { txHash });
    const before = await recorded(other);
    liar.misbehave(...lies.madeUpTransaction(txHash, hex));
    expect(await confirm()).toMatchObject(refusal(409, 'TX_UNCONFIRMED', { state: 'pending' }));
    liar.misbehave(...lies.madeUpBlock(txHash, hex, fixture.devnet.node.tip.height - 1));
    expect(await confirm()).toMatchObject(away);
    expect(liar.misdeeds).toBeGreaterThan(3);
    expect(await recorded(other)).toEqual(before);
    await liar.behave();
    await eventually(async () => expect(await confirm()).toMatchObject(refusal(409, 'TX_NOT_FOUND')));
  });

  it.each<[string, () => readonly Misbehaviour[]]>([
    ['nothing is spent', () => [lies.noneSpent()]],
    ['all is spent', () => [lies.allSpent()]],
    ['no coins', () => [lies.noCoins()]],
    ['no history', () => lies.noHistory()],
    ['half a history', () => [lies.truncatedHistory(1)]],
    ['a lower tip', () => [lies.lowerTip(fixture.devnet.node, 3)]],
    ['nonsense for coins', () => [lies.nonsense('blockchain.scripthash.listunspent', 'blockchain.utxo.get_info')]],
    ['nonsense for a history', () => [lies.nonsense('blockchain.scripthash.get_history')]],
  ])('what is asked for a claim changes no record: %s', async (_, misbehaviour) => {
    liar.misbehave(...misbehaviour());
    const [info, asked] = await Promise.all([
      alone.client.get(`${active.path}/claim-info`),
      alone.client
        .as(active.recipient.address)
        .post(`${active.path}/claim`, { recipientAddress: active.recipient.address }),
    ]);
    expect([200, 409, 503]).toContain(info.status);
    expect([200, 409, 503]).toContain(asked.status);
    // The claim is on the chain: a check of it may record that, and nothing else.
    const { stream, claims } = await recorded(active);
    const amounts = [stream.withdrawn_amount_base, claims.map(({ tx_hash }) => tx_hash)];
    expect([
      ['0', []],
      [claim.claimedBase.toString(), [claim.txHash]],
    ]).toContainEqual(amounts);
  });

  it('the truth is recorded once the server answers correctly', async () => {
    await eventually(async () =>
      expect(await confirmFunding(alone)).toMatchObject({
        status: 200,
        body: { state: 'confirmed', confirmations: 2 },
      }),
    );
    await eventually(async () => expect(await confirmClaim(alone)).toMatchObject({ status: 200 }));
  });

  it('false answers have no effect where another server is correct', async () => {
    const truth = await Promise.all([recorded(pending), recorded(active)]);
    for (const [name, misbehaviour] of LIES) {
      liar.misbehave(...misbehaviour());
      expect([name, await confirmFunding(both)]).toMatchObject([name, { status: 200, body: { confirmations: 2 } }]);
      expect([name, await confirmClaim(both)]).toMatchObject([name, { status: 200 }]);
      expect(await Promise.all([recorded(pending), recorded(active)])).toEqual(truth);
    }
    await eventually(async () =>
      expect(await both.client.get('/ready')).toMatchObject({
        status: 200,
        body: { checks: { electrum: { ok: true, height: fixture.devnet.node.tip.height } } },
      }),
    );
  });
});
