import type { CancelResponse, ConfirmResponse, GetStreamResponse, PushResponse, RefundResponse } from '@weir/api-contract';
import type { Answer, Refusal } from './support/client.js';
import { emptyWallet } from './support/empty-wallet.js';
import { aList, aNumber, aText, someDigits, someHex } from './support/like.js';
import { COIN, createActiveStream, createCancelledStream, createStream, payCancel, payClaim } from './support/stream-scenario.js';
import type { Scenario } from './support/stream-scenario.js';
import { startWorld } from './support/world.js';
import type { World } from './support/world.js';

const HOUR = 3_600;
/** Blocks of notice on the devnet. */
const NOTICE = 6;
const UNKNOWN = '/api/streams/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
const NO_HASH = 'a'.repeat(64);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const cancel = <Body = CancelResponse>({ path, sender }: Scenario, body: object = {}, query = ''): Promise<Answer<Body>> =>
  world.client.as(sender.address).post(`${path}/cancel${query}`, { sender: sender.address, ...body });
const confirm = <Body = ConfirmResponse>(path: string, txHash: string): Promise<Answer<Body>> => world.client.post(`${path}/confirm-cancel`, { txHash });
const refund = <Body = RefundResponse>(path: string): Promise<Answer<Body>> => world.client.post(`${path}/refund`);
const push = <Body = PushResponse>(path: string, body: object = {}): Promise<Answer<Body>> => world.client.post(`${path}/push`, body);
const read = async (path: string): Promise<GetStreamResponse> => (await world.client.get<GetStreamResponse>(path)).body;

/** An active stream, ten hours after its start. */
const createRunningStream = async (changes: object = {}): Promise<Scenario> => {
  const scenario = await createActiveStream(world, changes);
  world.advance(10 * HOUR);
  return scenario;
};

describe('POST /api/streams/:id/cancel', () => {
  it('splits what has vested from the rest', async () => {
    const scenario = await createRunningStream();
    const { status, body } = await cancel(scenario);
    expect(status).toBe(200);
    const vested = (100_000_000n * BigInt(body.asOf - scenario.created.stream.start_time)) / BigInt(100 * HOUR);
    expect(body).toEqual({
      success: true,
      vestedAmount: Number(vested) / 1e8,
      vestedAmountBase: vested.toString(),
      unvestedAmount: Number(100_000_000n - vested) / 1e8,
      unvestedAmountBase: (100_000_000n - vested).toString(),
      cancelReturnAddress: scenario.sender.address,
      asOf: world.time() - 1,
      wcTransaction: { transaction: aText, sourceOutputs: aList, broadcast: true, userPrompt: aText },
      refund: { amount: aNumber, amountBase: someDigits, availableAfterBlocks: NOTICE },
    });
    expect(BigInt(body.refund.amountBase)).toBeGreaterThanOrEqual(100_000_000n - vested);
  });

  it.each(['tagged', 'plain'])('is signed in the %s encoding', async (encoding) => {
    const scenario = await createRunningStream();
    const { body } = await cancel(scenario, {}, `?encoding=${encoding}`);
    const { signedTransactionHash } = await scenario.sender.signTransaction(body.wcTransaction);
    expect((await confirm(scenario.path, signedTransactionHash)).status).toBe(200);
  });

  it('is for the sender only', async () => {
    const { path, sender, recipient } = await createRunningStream();
    const answer = await world.client.as(recipient.address).post<Refusal>(`${path}/cancel`, { sender: sender.address });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('protects against a return to another wallet than the one that signs', async () => {
    const scenario = await createRunningStream();
    const other = world.wallet(COIN);
    const { status, body } = await cancel<Refusal>(scenario, { sender: other.address });
    expect([status, body.code, body['cancelReturnAddress']]).toEqual([409, 'UNSAFE_CANCEL_DESTINATION', scenario.sender.address]);
    expect((await cancel(scenario, { sender: other.address, allowUnsafeRecovery: true })).body.cancelReturnAddress).toBe(scenario.sender.address);
    expect((await cancel(scenario, { sender: scenario.sender.tokenAddress })).status).toBe(200);
  });

  it('refuses a bad address', async () => {
    expect(await cancel<Refusal>(await createRunningStream(), { sender: 'nonsense' })).toMatchObject({ status: 400, body: { code: 'INVALID_ADDRESS' } });
  });

  it('is refused where it was not agreed on', async () => {
    const scenario = await createRunningStream({ cancelable: false });
    expect(await cancel<Refusal>(scenario)).toMatchObject({ status: 409, body: { code: 'NOT_CANCELABLE' } });
  });

  it.each<[string, () => Promise<Scenario>, string]>([
    ['pending', () => createStream(world), 'PENDING'],
    ['cancelled', () => createCancelledStream(world), 'CANCELLED'],
  ])('is refused for a %s stream', async (_, make, status) => {
    expect(await cancel<Refusal>(await make())).toMatchObject({ status: 409, body: { code: 'WRONG_STATE', details: { status } } });
  });

  it('is refused once all has vested', async () => {
    const scenario = await createRunningStream();
    world.advance(100 * HOUR);
    expect(await cancel<Refusal>(scenario)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('names what the wallet lacks for the fee', async () => {
    const scenario = await createRunningStream();
    // The contract's reserve pays for 16 transitions.
    for (let claims = 0; claims < 18; claims += 1) {
      await payClaim(world, scenario);
      world.advance(HOUR);
    }
    await emptyWallet(world, scenario.sender);
    expect(await cancel<Refusal>(scenario)).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_FUNDS', available: 0 } });
  });

  it('does not know other ids', async () => {
    const scenario = await createStream(world);
    expect(await cancel<Refusal>({ ...scenario, path: UNKNOWN })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('POST /api/streams/:id/confirm-cancel', () => {
  it('ends the stream and announces the refund', async () => {
    const scenario = await createRunningStream();
    const txHash = await payCancel(world, scenario);
    const { status, body } = await confirm(scenario.path, txHash);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      txHash,
      status: 'CANCELLED',
      state: 'confirmed',
      confirmations: 0,
      finality: 'mempool',
      stream: { status: 'CANCELLED', refund: { amount: aNumber, amount_base: someDigits, status: 'pending', txHash: null, availableAtHeight: null } },
    });
  });

  it('answers the same to the same hash again, and refuses another', async () => {
    const { path, cancelTxHash } = await createCancelledStream(world);
    expect(await confirm(path, cancelTxHash)).toMatchObject({ status: 200, body: { success: true, status: 'CANCELLED' } });
    expect(await confirm<Refusal>(path, NO_HASH)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('records one cancel when 50 confirm at once', async () => {
    const scenario = await createRunningStream();
    const txHash = await payCancel(world, scenario);
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(scenario.path, txHash)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect((await read(scenario.path)).stream.status).toBe('CANCELLED');
  });

  it('asks to wait while the network does not know the hash', async () => {
    const scenario = await createRunningStream();
    const { body } = await cancel(scenario);
    const { signedTransaction, signedTransactionHash } = await scenario.sender.signTransaction({ ...body.wcTransaction, broadcast: false });
    expect(await confirm<Refusal>(scenario.path, signedTransactionHash)).toMatchObject({ status: 409, body: { code: 'TX_NOT_FOUND', retryable: true, state: 'pending' } });
    world.devnet.node.submit(signedTransaction);
    expect((await confirm(scenario.path, signedTransactionHash)).status).toBe(200);
  });

  it('refuses a claim, and the cancel of another stream', async () => {
    const scenario = await createRunningStream();
    const { txHash } = await payClaim(world, scenario);
    const other = await createCancelledStream(world);
    for (const hash of [txHash, other.cancelTxHash]) {
      expect(await confirm<Refusal>(scenario.path, hash)).toMatchObject({ status: 422, body: { code: 'TX_MISMATCH' } });
    }
  });

  it('is refused before the funding', async () => {
    const { path } = await createStream(world);
    expect(await confirm<Refusal>(path, NO_HASH)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('does not know other ids', async () => {
    expect(await confirm<Refusal>(UNKNOWN, NO_HASH)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('POST /api/streams/:id/refund', () => {
  it('returns the rest to the sender once the notice is over, and only once', async () => {
    const scenario = await createCancelledStream(world);
    expect(await refund<Refusal>(scenario.path)).toMatchObject({ status: 409, body: { code: 'NOTICE_NOT_OVER', availableAtHeight: null } });

    const [mined] = world.devnet.node.mine();
    const availableAtHeight = (mined?.height ?? 0) + NOTICE;
    const early = await refund<Refusal>(scenario.path);
    expect(early).toMatchObject({ status: 409, body: { code: 'NOTICE_NOT_OVER', availableAtHeight } });

    world.devnet.node.mine(availableAtHeight - 1 - world.devnet.node.tip.height);
    const { status, body } = await refund(scenario.path);
    expect(status).toBe(200);
    const paid = world.devnet.node.transaction(body.txHash)?.outputs[0];
    expect(paid).toMatchObject({ satoshis: BigInt(body.amountBase), lockingBytecode: `76a914${Buffer.from(scenario.sender.publicKeyHash).toString('hex')}88ac` });
    expect(body.stream.refund).toMatchObject({ status: 'sent', txHash: body.txHash, amount_base: body.amountBase });

    const again = await refund(scenario.path);
    expect([again.status, again.body.txHash]).toEqual([200, body.txHash]);
  });

  it('is sent once when many ask at once', async () => {
    const { path } = await createCancelledStream(world);
    world.devnet.node.mine(NOTICE + 1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(path)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.txHash}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it.each<[string, () => Promise<Scenario>]>([
    ['pending', () => createStream(world)],
    ['active', () => createRunningStream()],
  ])('is refused for a %s stream', async (_, make) => {
    const { path } = await make();
    expect(await refund<Refusal>(path)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('does not know other ids', async () => {
    expect(await refund<Refusal>(UNKNOWN)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('POST /api/streams/:id/push', () => {
  it('builds the payment to the recipient, and sends it when asked to', async () => {
    const { path, recipient } = await createCancelledStream(world);
    world.advance(10 * HOUR);
    const built = await push(path);
    expect(built).toMatchObject({ status: 200, body: { success: true, txHash: null, txHex: someHex, asOf: world.time() - 1 } });

    const { status, body } = await push(path, { broadcast: true });
    expect([status, body.amountBase]).toEqual([200, built.body.amountBase]);
    const outputs = world.devnet.node.transaction(body.txHash ?? '')?.outputs ?? [];
    expect(outputs).toContainEqual({ satoshis: BigInt(body.amountBase), lockingBytecode: `76a914${Buffer.from(recipient.publicKeyHash).toString('hex')}88ac` });
    const { claims } = await read(path);
    expect(claims.at(-1)).toMatchObject({ tx_hash: body.txHash, amount_base: body.amountBase, source: 'chain' });
    // A push pays a claim: who asks to confirm it as one is right.
    const confirmed = await world.client.post(`${path}/confirm-claim`, { txHash: body.txHash, claimedAmount: body.amount });
    expect(confirmed).toMatchObject({ status: 200, body: { success: true, status: 'CANCELLED' } });
  });

  it('needs no body', async () => {
    const { path } = await createCancelledStream(world);
    world.advance(10 * HOUR);
    expect(await world.client.post(`${path}/push`)).toMatchObject({ status: 200, body: { txHash: null } });
  });

  it('is refused where nothing is due, and while the stream is active', async () => {
    const { path } = await createCancelledStream(world);
    expect(await push<Refusal>(path)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PUSH', claimableAt: aNumber } });
    const running = await createRunningStream();
    expect(await push<Refusal>(running.path)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_PUSH', details: { status: 'ACTIVE' } } });
  });

  it('is refused before the funding', async () => {
    const { path } = await createStream(world);
    expect(await push<Refusal>(path)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('does not know other ids', async () => {
    expect(await push<Refusal>(UNKNOWN)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
