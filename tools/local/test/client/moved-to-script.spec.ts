import { binToHex, decodeTransactionBch, encodeTransactionBch, hash160, hexToBin, type Output } from '@bitauth/libauth';
import { signMessage, type WcTransaction } from '@weir/client';
import { decodeMoveNotice, encodeMoveNotice } from '@weir/covenants';
import { untilSo } from '@weir/testing';
import { BCH, DAY, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

/** Blocks between an announcement and its finish. */
const DELAY = 2;
/** Anybody spends what is paid there, and no address says it. */
const SCRIPT = Uint8Array.of(0x51);
const SCRIPT_KEY = 'script:51';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const open = async (sender: TestWallet, recipient: TestWallet) => {
  const start = await fixture.now();
  const shared = { recipient: recipient.address, moveDelayBlocks: DELAY } as const;
  const stream = await fixture.weir.streams.create(
    { ...shared, totalAmount: BCH, streamType: 'LINEAR', startTime: start, endTime: start + 100 * DAY },
    sender,
  );
  await stream.fund(sender);
  const payment = await fixture.weir.payments.create(
    { ...shared, amountPerPeriod: BCH / 20n, interval: 'DAILY' },
    sender,
  );
  await payment.fund(sender);
  await fixture.stack.control.mine();
  return { stream, payment };
};

const bearerOf = async (wallet: TestWallet): Promise<string> => {
  const challenge = await fixture.weir.moves.challenge(wallet.address);
  return (await challenge.answer(await signMessage(wallet, challenge.message, 'proves it'))).bearer;
};

const post = async (path: string, body: object, caller?: TestWallet): Promise<unknown> => {
  const answer = await fetch(`${fixture.stack.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(caller !== undefined && { 'x-user-address': caller.address }) },
    body: JSON.stringify(body),
  });
  return answer.json();
};

/** An output of an announcement that names the script in the place of a wallet. */
const renamed = (output: Output): Output => {
  if (decodeMoveNotice(output.lockingBytecode) !== undefined)
    return { ...output, lockingBytecode: encodeMoveNotice(SCRIPT) };
  const { token } = output;
  if (token?.nft === undefined) return output;
  const commitment = Uint8Array.of(...token.nft.commitment.slice(0, -20), ...hash160(SCRIPT));
  return { ...output, token: { ...token, nft: { ...token.nft, commitment } } };
};

/** A recipient announces a script by software of their own: builders here refuse it. */
const announceScript = async (ids: readonly string[], recipient: TestWallet, to: TestWallet): Promise<void> => {
  const built = await post(
    '/api/moves',
    { streamIds: ids, to: to.address, proof: { bearer: await bearerOf(to) } },
    recipient,
  );
  expect(built).toMatchObject({ success: true });
  const { wcTransaction } = built as { readonly wcTransaction: WcTransaction };
  const transaction = decodeTransactionBch(hexToBin(wcTransaction.transaction));
  if (typeof transaction === 'string') throw new Error(transaction);
  const changed = { ...transaction, outputs: transaction.outputs.map(renamed) };
  const { signedTransaction } = await recipient.signTransaction({
    ...wcTransaction,
    broadcast: false,
    transaction: binToHex(encodeTransactionBch(changed)),
  });
  const sent = await post('/api/transactions/broadcast', { txHex: signedTransaction });
  expect(sent).toMatchObject({ success: true });
};

it('a recipient who moves to a script without an address keeps the sender from nothing', async () => {
  const { weir, stack } = fixture;
  const [sender, old, other] = [await fixture.wallet(20n * BCH), await fixture.wallet(BCH), await fixture.wallet()];
  const { stream, payment } = await open(sender, old);
  await announceScript([stream.id, payment.id], old, other);
  await stack.control.mine(DELAY + 1);
  const now = async () => [(await stream.get()).stream, (await payment.get()).payment];
  await untilSo('both moves', async () => (await now()).every(({ recipient }) => recipient === SCRIPT_KEY));
  await stack.control.mine();
  await fixture.passDays(3);

  expect((await weir.streams.page({ sender: sender.address })).streams.map(({ id }) => id)).toContain(stream.id);
  expect((await payment.pause(sender)).payment.status).toBe('PAUSED');
  await stack.control.mine(40);
  expect((await payment.resume(sender)).payment.status).toBe('ACTIVE');
  expect((await payment.cancel(sender)).payment.status).toBe('CANCELLED');
  expect((await stream.cancel(sender)).stream.status).toBe('CANCELLED');
});

it('a renewal leaves out who moved to a script without an address, and continues with all others', async () => {
  const { weir, stack } = fixture;
  const [sender, old, stays, other] = [
    await fixture.wallet(20n * BCH),
    await fixture.wallet(BCH),
    await fixture.wallet(),
    await fixture.wallet(),
  ];
  const plan = await weir.plans.create(
    {
      product: 'recurring',
      interval: 'DAILY',
      moveDelayBlocks: DELAY,
      streams: [old, stays].map(({ address: recipient }) => ({ recipient, amount: BCH / 20n })),
    },
    sender,
  );
  await plan.fund(sender);
  await stack.control.mine();
  const rows = [];
  for await (const row of plan.streams(sender)) rows.push(row);
  const moving = rows.find(({ recipient }) => recipient === old.address);
  if (moving === undefined) throw new Error('The plan does not pay the one who moves');
  await announceScript([moving.id], old, other);
  await stack.control.mine(DELAY + 1);
  const salary = weir.payments.at(moving.id);
  await untilSo('the move', async () => (await salary.get()).payment.recipient === SCRIPT_KEY);

  await expect(salary.renew({}, sender)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  const renewal = await plan.renew({}, sender);
  expect(renewal.leftOut).toMatchObject([{ id: moving.id, recipient: old.address, code: 'NO_ADDRESS' }]);
  const next = [];
  for await (const row of renewal.streams(sender)) next.push(row.recipient);
  expect(next).toEqual([stays.address]);
});
