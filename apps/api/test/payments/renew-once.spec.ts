import type {
  ConfirmPlanResponse,
  CreatePaymentResponse,
  PaymentConfirmResponse,
  PaymentFundingReady,
  PlanFundingReady,
  GetPaymentResponse,
  RenewPlanResponse,
} from '@weir/api-contract';
import { createDatabase } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { type Client, type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { agree, type Grant, grantPayment, openGrant, proposeGrant } from '../support/grant-scenario.js';
import { textLike } from '../support/like.js';
import { emptyWallet } from '../support/pay-outputs.js';
import { CALENDAR } from '../support/paydays.js';
import { actAsSender, createActivePayment, DAY, NOTICE, type PaymentScenario } from '../support/payment-scenario.js';
import { createActivePlan, type PlanScenario, streamsOf } from '../support/plan-scenario.js';
import { COIN, TOKENS } from '../support/test-asset.js';
import { createActiveVault, signatureOf } from '../support/vault-scenario.js';

const fixture = useFixture();
let replica: Client;
beforeAll(async () => {
  replica = await fixture.replica();
});

type Funding = Pick<PaymentFundingReady, 'inputs' | 'wcTransaction'>;

const coinsOf = ({ inputs }: Funding): string[] => inputs.map(({ txid, vout }) => `${txid}:${vout}`);

const signed = async (sender: Wallet, { wcTransaction }: Funding): Promise<string> =>
  (await sender.signTransaction({ ...wcTransaction, broadcast: false })).signedTransaction;

/** A renewal of a payment, or of a plan, by its sender. @returns its path */
const renewalOf = async ({ path, sender }: Pick<PaymentScenario, 'path' | 'sender'>): Promise<string> => {
  const body = await succeeded(
    fixture.client.as(sender.address).post<CreatePaymentResponse | RenewPlanResponse>(`${path}/renew`, {}),
  );
  return 'plan' in body ? `/api/plans/${body.plan.id}` : `/api/payments/${body.payment.id}`;
};

const fundingOf = <Body extends Funding = Funding>(client: Client, path: string, sender: Wallet, query = '') =>
  succeeded(client.as(sender.address).get<Body>(`${path}/funding-info${query}`));

const confirm = (path: string, txHash: string) =>
  fixture.client.post<PaymentConfirmResponse | ConfirmPlanResponse>(`${path}/confirm-funding`, { txHash });

const idOf = (path: string): string => path.split('/').at(-1) ?? '';

/** A funded payment, or plan of two, whose sender has coins left. */
const funded: Readonly<Record<string, () => Promise<PaymentScenario | PlanScenario>>> = {
  'a payment': () => createActivePayment(fixture),
  'a payment of tokens': () => createActivePayment(fixture, { amountPerPeriod: '1000' }, TOKENS),
  'a payment by the calendar': () => createActivePayment(fixture, { interval: undefined, calendar: CALENDAR }),
  'a plan': () => createActivePlan(fixture, 2, { product: 'recurring', interval: 'WEEKLY', end: undefined }),
  'a plan by the calendar': () =>
    createActivePlan(fixture, 2, { product: 'recurring', calendar: CALENDAR, end: undefined }),
};

describe('two renewals of one record', () => {
  it.each(Object.keys(funded))('%s: of fundings that are both handed out before, one is accepted', async (kind) => {
    const old = await funded[kind]?.();
    if (old === undefined) throw new Error('Unknown');
    const { sender } = old;
    fixture.fund(sender, 2n * COIN);
    const [first, second] = [await renewalOf(old), await renewalOf(old)];
    const one = await fundingOf(fixture.client, first, sender);
    // The largest coin is another one now.
    fixture.fund(sender, 3n * COIN);
    const other = await fundingOf(replica, second, sender);
    expect(coinsOf(other).filter((coin) => coinsOf(one).includes(coin))).not.toEqual([]);
    const [hexOfOne, hexOfOther] = [await signed(sender, one), await signed(sender, other)];
    const txHash = fixture.devnet.node.submit(hexOfOne);
    expect(() => fixture.devnet.node.submit(hexOfOther)).toThrow();
    // Nobody confirmed it yet; a funding that is requested again is refused as well.
    const refused = refusal(409, 'WRONG_STATE', { details: { renewedBy: idOf(first), fundingTxHash: txHash } });
    const ask = (client: Client) => client.as(sender.address).get<Refusal>(`${second}/funding-info`);
    expect(await ask(replica)).toMatchObject(refused);
    await fixture.mine();
    expect(await ask(fixture.client)).toMatchObject(refused);
    await succeeded(confirm(first, txHash));
    expect(await ask(fixture.client)).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { renewedBy: idOf(first) } }),
    );
  });

  it('asked for at once, on two replicas, are offered one coin', async () => {
    const old = await createActivePayment(fixture);
    fixture.fund(old.sender, 2n * COIN);
    const paths = await Promise.all([1, 2, 3, 4].map(() => renewalOf(old)));
    const fundings = await Promise.all(
      paths.map((path, i) => fundingOf(i % 2 === 0 ? fixture.client : replica, path, old.sender)),
    );
    expect(new Set(fundings.map((funding) => coinsOf(funding)[0])).size).toBe(1);
  });

  it('one that was abandoned blocks no other, whether or not its coin was spent', async () => {
    const old = await createActivePayment(fixture);
    const { sender } = old;
    fixture.fund(sender, 2n * COIN);
    const [first, second, third] = [await renewalOf(old), await renewalOf(old), await renewalOf(old)];
    const abandoned = await signed(sender, await fundingOf(fixture.client, first, sender));
    await fundingOf(fixture.client, second, sender);
    await emptyWallet(fixture, sender);
    await fixture.mine();
    expect(() => fixture.devnet.node.submit(abandoned)).toThrow();
    fixture.fund(sender, 4n * COIN);
    const hex = await signed(sender, await fundingOf(fixture.client, third, sender));
    expect(await succeeded(confirm(third, fixture.devnet.node.submit(hex)))).toMatchObject({
      message: 'The payment is funded and active',
    });
  });

  it('are funded by a coin of the sender, with any other addresses in the request', async () => {
    const old = await createActivePayment(fixture);
    const { sender } = old;
    await emptyWallet(fixture, sender);
    await fixture.mine();
    const [change, stranger] = [fixture.wallet(2n * COIN), fixture.wallet(9n * COIN)];
    const [first, second] = [await renewalOf(old), await renewalOf(old)];
    const query = `?addresses=${change.address}&changeAddress=${change.address}`;
    // The wallet has coins of another address only: it makes one of its own first.
    const preparation = await succeeded(
      fixture.client.get<{ preparationTransaction: Funding['wcTransaction'] }>(`${first}/funding-info${query}`),
    );
    await change.signTransaction(preparation.preparationTransaction);
    const strange = `?addresses=${stranger.address}`;
    const [one, other] = [
      await fundingOf(fixture.client, first, sender, strange),
      await fundingOf(fixture.client, second, sender, query),
    ];
    expect(coinsOf(one)[0]).toBe(coinsOf(other)[0]);
  });

  it('built by a wallet itself: the confirm says that the same periods are paid twice', async () => {
    const old = await createActivePayment(fixture);
    const { sender } = old;
    fixture.fund(sender, 2n * COIN);
    const [first, second] = [await renewalOf(old), await renewalOf(old)];
    const one = await signed(sender, await fundingOf(fixture.client, first, sender));
    // As if the second one never asked.
    const database = createDatabase({ url: fixture.config.databaseUrl });
    await database.updateTable('renewals').set({ offeredTxid: null }).where('renewed', '=', old.id).execute();
    await database.destroy();
    fixture.fund(sender, 3n * COIN);
    const other = await signed(sender, await fundingOf(fixture.client, second, sender));
    await succeeded(confirm(first, fixture.devnet.node.submit(one)));
    expect(await succeeded(confirm(second, fixture.devnet.node.submit(other)))).toMatchObject({
      message: textLike(new RegExp(`${idOf(first)}, is funded too, so the same periods are paid twice`)),
    });
  });
});

describe('two renewals of what a vault pays', () => {
  it('are proposed to it, and one is paid', async () => {
    const vault = await createActiveVault(fixture);
    const old = await grantPayment(fixture, vault, { amountPerPeriod: 0.001 });
    await openGrant(fixture, vault, old);
    const member = fixture.client.as(vault.signers[0].address);
    const renew = async (): Promise<Pick<Grant, 'id' | 'proposal'>> => {
      const { payment, proposal } = await succeeded(member.post<CreatePaymentResponse>(`${old.path}/renew`, {}));
      if (proposal === undefined) throw new Error('The answer names no proposal');
      return { id: payment.id, proposal };
    };
    const [first, second] = [await renew(), await renew()];
    const [one, other] = [await proposeGrant(fixture, vault, first), await proposeGrant(fixture, vault, second)];
    await signatureOf(fixture.client, other.id, vault.signers[0]);
    await agree(fixture, vault, one);
    await fixture.mine();
    const refused = refusal(409, 'WRONG_STATE', { details: { renewedBy: first.id } });
    expect(await member.post<Refusal>(`/api/proposals/${other.id}/approve`)).toMatchObject(refused);
    const { path, body } = second.proposal;
    expect(await member.post<Refusal>(path, body)).toMatchObject(refused);
  });
});

describe('a renewal', () => {
  it('is not funded once what it goes on from was paused, or goes on later', async () => {
    const old = await createActivePayment(fixture);
    const { sender } = old;
    fixture.fund(sender, 2n * COIN);
    const path = await renewalOf(old);
    const ask = () => fixture.client.get<Refusal>(`${path}/funding-info`);
    await actAsSender(fixture, old, 'pause');
    const refused = refusal(409, 'WRONG_STATE', { details: { renews: old.id } });
    expect(await ask()).toMatchObject(refused);
    await fixture.mine(NOTICE + 1);
    await fixture.advance(3 * DAY);
    await actAsSender(fixture, old, 'resume');
    expect(await ask()).toMatchObject(refused);
    await fundingOf(fixture.client, await renewalOf(old), sender);
  });

  it('of a plan is not funded once a payment of it was paused, or goes on later', async () => {
    const old = await createActivePlan(fixture, 2, { product: 'recurring', interval: 'WEEKLY', end: undefined });
    fixture.fund(old.sender, 2n * COIN);
    const path = await renewalOf(old);
    const ask = () => fixture.client.as(old.sender.address).get<Refusal>(`${path}/funding-info`);
    const [, member] = await streamsOf(fixture, old);
    if (member === undefined) throw new Error('A plan of two has a second payment');
    const payment = { id: member.id, path: `/api/payments/${member.id}`, sender: old.sender };
    await actAsSender(fixture, payment, 'pause');
    const refused = refusal(409, 'WRONG_STATE', { details: { renews: old.id, recipient: member.recipient } });
    expect(await ask()).toMatchObject(refused);
    await fixture.mine(NOTICE + 1);
    await fixture.advance(3 * DAY);
    await actAsSender(fixture, payment, 'resume');
    expect(await ask()).toMatchObject(refused);
    await fundingOf(fixture.client, await renewalOf(old), old.sender);
  });

  it('of one payment of a plan is for whom a renewal of the plan left out', async () => {
    const plan = await createActivePlan(fixture, 2, { product: 'recurring', interval: 'WEEKLY', end: undefined });
    const client = fixture.client.as(plan.sender.address);
    const [kept, left] = await streamsOf(fixture, plan);
    const renewMember = (id: string | undefined) => client.post<Refusal>(`/api/payments/${id ?? ''}/renew`, {});
    const renewedWith = async (id: string | undefined): Promise<string | null> =>
      (await succeeded(client.get<GetPaymentResponse>(`/api/payments/${id ?? ''}`))).renewed_with_plan;
    expect(await renewedWith(left?.id)).toBe(plan.id);
    expect(await renewMember(left?.id)).toMatchObject(refusal(409, 'WRONG_STATE', { details: { planId: plan.id } }));
    const { plan: next } = await succeeded(
      client.post<RenewPlanResponse>(`${plan.path}/renew`, { streams: [{ streamId: left?.id, leave: true }] }),
    );
    const path = `/api/plans/${next.id}`;
    const hex = await signed(plan.sender, await fundingOf<PlanFundingReady>(fixture.client, path, plan.sender));
    await succeeded(confirm(path, fixture.devnet.node.submit(hex)));
    expect(await renewMember(kept?.id)).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { planId: plan.id, renewedBy: next.id } }),
    );
    expect([await renewedWith(kept?.id), await renewedWith(left?.id)]).toEqual([next.id, null]);
    expect((await renewMember(left?.id)).status).toBe(200);
  });
});
