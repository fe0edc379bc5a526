import { binToHex } from '@bitauth/libauth';
import type { CurrencyConfirmResponse, TakeResponse, TillResponse, TopUpResponse } from '@weir/api-contract';
import { parseParty } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { refusal, succeeded } from '../support/client.js';
import {
  createActiveCurrency,
  createCurrency,
  createEndedCurrency,
  type CurrencyScenario,
  moveCurrency,
  pushCurrency,
  readCurrency,
  useCurrencyFixture,
} from '../support/currency-scenario.js';
import { TOKENS } from '../support/test-asset.js';

/** Blocks of notice on the devnet. */
const NOTICE = 6;
/** Less than the smallest top-up. */
const SMALL = 100_000n;

const fixture = useCurrencyFixture();

const tillOf = ({ path }: Pick<CurrencyScenario, 'path'>): Promise<TillResponse> =>
  succeeded(fixture.client.get<TillResponse>(`${path}/till`));

const scriptOf = (address: string): string => {
  const parsed = parseParty(address, 'devnet');
  if (!parsed.ok) throw new Error(address);
  return binToHex(parsed.party);
};

/** Sends coins to the till of a payment, as anybody can. */
const sendToTill = async (scenario: CurrencyScenario, ...amounts: readonly bigint[]): Promise<void> => {
  const { address } = await tillOf(scenario);
  for (const satoshis of amounts) fixture.devnet.node.fund(scriptOf(address), satoshis);
  await fixture.mine();
};

const take = (scenario: CurrencyScenario, by: Wallet = scenario.sender, body: object = {}) =>
  fixture.client.as(by.address).post<TakeResponse>(`${scenario.path}/take`, body);

/** Takes, signs, sends and confirms. */
const taken = async (scenario: CurrencyScenario) => {
  const built = await succeeded(take(scenario));
  const { signedTransactionHash: txHash } = await scenario.sender.signTransaction(built.wcTransaction);
  const confirm = () =>
    succeeded(fixture.client.post<CurrencyConfirmResponse>(`${scenario.path}/confirm-take`, { txHash }));
  return { built, txHash, confirm };
};

describe('what was sent to the top-up address of a payment and is not added', () => {
  it('is listed with what becomes of it, and taken back by the sender after the notice', async () => {
    const scenario = await createActiveCurrency(fixture);
    expect(await take(scenario)).toMatchObject(refusal(409, 'WRONG_STATE'));
    await sendToTill(scenario, SMALL);
    const { balanceBase: held } = (await readCurrency(fixture, scenario.path)).payment;
    const early = await tillOf(scenario);
    expect(early).toMatchObject({
      waitingBase: SMALL.toString(),
      waitingCoins: 1,
      takeableBase: '0',
      takeableCoins: 0,
      coins: [{ amountBase: SMALL.toString(), tokenCategory: null, isAdded: false }],
    });
    const [coin] = early.coins;
    expect(coin?.takeableAtHeight).toBe(early.height + NOTICE - 1);
    expect(await take(scenario)).toMatchObject(
      refusal(409, 'NOTICE_NOT_OVER', { details: { availableAtHeight: coin?.takeableAtHeight } }),
    );
    await fixture.mine(NOTICE - 2);
    expect(await take(scenario)).toMatchObject(refusal(409, 'NOTICE_NOT_OVER'));
    await fixture.mine();
    expect(await tillOf(scenario)).toMatchObject({ takeableBase: SMALL.toString(), takeableCoins: 1 });
    const { built, txHash, confirm } = await taken(scenario);
    expect(built).toMatchObject({ amountBase: SMALL.toString(), coins: 1, returnAddress: scenario.sender.address });
    expect(await confirm()).toMatchObject({ txHash, status: 'ACTIVE', finality: 'mempool' });
    await fixture.mine();
    expect(await confirm()).toMatchObject({ txHash, status: 'ACTIVE', finality: 'mined' });
    expect(await tillOf(scenario)).toMatchObject({ waitingCoins: 0, coins: [] });
    // The payment itself is as it was.
    const { payment } = await readCurrency(fixture, scenario.path);
    expect(payment).toMatchObject({ status: 'ACTIVE', balanceBase: held });
  });

  it('is taken back with the tokens that are there by mistake', async () => {
    const scenario = await createActiveCurrency(fixture);
    const { address } = await tillOf(scenario);
    fixture.devnet.node.mint(scriptOf(address), { amount: 12_345n });
    await fixture.mine(NOTICE);
    const [coin] = (await tillOf(scenario)).coins;
    expect(coin?.tokenCategory).toMatch(/^[0-9a-f]{64}$/);
    const { txHash, confirm } = await taken(scenario);
    await confirm();
    expect(TOKENS.paidTo(fixture, scenario.sender, txHash)).toEqual([12_345n]);
  });

  it('comes back during a notice and after the end, and is not added to a payment that goes on', async () => {
    const stopped = await createActiveCurrency(fixture);
    const { payment } = await moveCurrency(fixture, stopped, 'cancel');
    expect(payment.topUpAddress).toBeNull();
    await sendToTill(stopped, 900_000_000n);
    expect((await tillOf(stopped)).coins).toMatchObject([{ isAdded: false }]);
    await fixture.mine(NOTICE);
    expect((await pushCurrency(fixture, stopped)).sent).toMatchObject([{ kind: 'refund' }]);
    await (await taken(stopped)).confirm();

    const ended = await createEndedCurrency(fixture);
    await sendToTill(ended, 900_000_000n);
    await fixture.mine(NOTICE);
    expect(await (await taken(ended)).confirm()).toMatchObject({ status: 'COMPLETED' });

    const active = await createActiveCurrency(fixture);
    await sendToTill(active, 900_000_000n);
    expect((await tillOf(active)).coins).toMatchObject([{ isAdded: true }]);
    expect((await pushCurrency(fixture, active)).sent).toMatchObject([{ kind: 'topUp' }]);
    expect(await take(active)).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it('is given to nobody but the sender', async () => {
    const scenario = await createActiveCurrency(fixture);
    const other = await createActiveCurrency(fixture);
    await sendToTill(scenario, SMALL, SMALL);
    await fixture.mine(NOTICE);
    const { recipient, sender } = scenario;
    for (const by of [recipient, other.sender, fixture.wallet(1_000_000n)]) {
      expect(await take(scenario, by)).toMatchObject(refusal(403, 'FORBIDDEN'));
      // Who names the sender must be the sender.
      expect((await take(scenario, by, { sender: sender.address })).status).toBeGreaterThanOrEqual(400);
    }
    expect(await fixture.client.post(`${scenario.path}/take`, {})).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
    expect(await take(scenario, sender, { sender: recipient.address })).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(await take(await createCurrency(fixture))).toMatchObject(refusal(409, 'WRONG_STATE'));
    expect(
      await fixture.client.get(`/api/currency-payments/${scenario.id.replace(/^.{8}/, '00000000')}/till`),
    ).toMatchObject(refusal(404, 'NOT_FOUND'));
    // A transaction of another payment confirms nothing, nor does one that the network does not know.
    const { txHash, confirm } = await taken(scenario);
    expect(await fixture.client.post(`${other.path}/confirm-take`, { txHash })).toMatchObject(
      refusal(422, 'TX_MISMATCH'),
    );
    expect(await fixture.client.post(`${scenario.path}/confirm-take`, { txHash: 'ab'.repeat(32) })).toMatchObject(
      refusal(409, 'TX_NOT_FOUND'),
    );
    // It is not a step of the payment.
    expect(await fixture.client.post(`${scenario.path}/confirm`, { txHash })).toMatchObject(
      refusal(422, 'TX_MISMATCH'),
    );
    await confirm();
  });

  it('is taken with the largest coins first, so that dust of others takes no place', async () => {
    const scenario = await createActiveCurrency(fixture);
    await sendToTill(scenario, ...Array.from({ length: 51 }, () => 1_000n));
    await sendToTill(scenario, SMALL);
    await fixture.mine(NOTICE);
    expect(await tillOf(scenario)).toMatchObject({ waitingCoins: 52, takeableCoins: 52 });
    const { built, confirm } = await taken(scenario);
    expect(built).toMatchObject({ coins: 50, amountBase: (SMALL + 49_000n).toString() });
    await confirm();
    expect(await tillOf(scenario)).toMatchObject({ waitingCoins: 2 });
  });

  it('does not hold up the payment while it is taken, nor a top-up the taking', async () => {
    const scenario = await createActiveCurrency(fixture);
    await sendToTill(scenario, SMALL);
    await fixture.mine(NOTICE);
    const payer = fixture.wallet(1_000_000_000n);
    const { txHash, confirm } = await taken(scenario);
    const body = { payer: payer.address, amount: 2 };
    const built = await succeeded(fixture.client.post<TopUpResponse>(`${scenario.path}/top-up`, body));
    const { signedTransactionHash } = await payer.signTransaction(built.wcTransaction);
    await succeeded(fixture.client.post(`${scenario.path}/confirm`, { txHash: signedTransactionHash }));
    expect(await confirm()).toMatchObject({ txHash, status: 'ACTIVE' });
  });
});
