import { binToHex } from '@bitauth/libauth';
import type {
  BalanceResponse,
  BroadcastResponse,
  ClaimResponse,
  FundingReady,
  PaymentClaimResponse,
  TransactionResponse,
} from '@weir/api-contract';
import { lockingBytecodeOf } from '@weir/covenants';
import { type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { someHex } from '../support/like.js';
import { createDuePayment } from '../support/payment-scenario.js';
import { createActiveStream, createStream } from '../support/stream-scenario.js';
import { TOKENS } from '../support/test-asset.js';

const fixture = useFixture();

const broadcast = <Body = BroadcastResponse>(txHex: string) =>
  fixture.client.post<Body>('/api/transactions/broadcast', { txHex });

const categoryIn = (terms: object): unknown => ('tokenCategory' in terms ? terms.tokenCategory : undefined);

describe('GET /api/transactions/balance', () => {
  const balance = <Body = BalanceResponse>(addresses: string) =>
    fixture.client.get<Body>(`/api/transactions/balance?addresses=${addresses}`);

  it('adds up the coins of all addresses, each once, and their tokens by category', async () => {
    const [one, other] = [fixture.wallet(150_000_000n), fixture.wallet(1_000n)];
    const tokens = [one, other].map((wallet) => TOKENS.endow(fixture, wallet));
    const { body } = await balance([one.address, one.tokenAddress, other.address].join());
    // The coins that hold the tokens are not spent for BCH.
    expect(body.amountBase).toBe('152001000');
    expect(body.tokens).toMatchObject(
      tokens.map((token) => ({ tokenCategory: categoryIn(token), tokenAmountBase: String(TOKENS.total) })),
    );
    expect((await balance(fixture.wallet().address)).body).toMatchObject({ amount: 0, tokens: [] });
  });

  it('names an address that is none', async () => {
    expect(await balance<Refusal>('nobody')).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
  });
});

describe('POST /api/transactions/broadcast', () => {
  afterEach(() => fixture.devnet.node.setKind('BCHN'));

  it.each(['BCHN', 'bchd'] as const)(
    'relays what a wallet signed, also when the network has it already, in capitals too: %s',
    async (kind) => {
      fixture.devnet.node.setKind(kind);
      const { path, sender } = await createStream(fixture);
      const { body } = await fixture.client.get<FundingReady>(`${path}/funding-info`);
      const { signedTransaction, signedTransactionHash } = await sender.signTransaction({
        ...body.wcTransaction,
        broadcast: false,
      });
      expect(await broadcast(signedTransaction)).toMatchObject({
        status: 200,
        body: { success: true, txid: signedTransactionHash },
      });
      expect(fixture.devnet.node.transaction(signedTransactionHash)?.txid).toBe(signedTransactionHash);
      expect(await broadcast(signedTransaction.toUpperCase())).toMatchObject({
        status: 200,
        body: { txid: signedTransactionHash },
      });
    },
  );

  it("gives the node's reason for a refusal", async () => {
    const { path } = await createStream(fixture);
    const { body } = await fixture.client.get<FundingReady>(`${path}/funding-info`);
    expect(body.wcTransaction.transaction).toEqual(someHex);
    const { status, body: refusal } = await broadcast<Refusal>(body.wcTransaction.transaction);
    expect([status, refusal.code]).toEqual([422, 'BROADCAST_REJECTED']);
    expect(refusal.details?.['reason']).toMatch(/mandatory-script-verify-flag-failed|bad-txns|tx-size|scriptsig/);
  });

  it.each(['00', 'abc', 'ff'.repeat(100), '0'.repeat(200_000)])(
    'refuses text that is not a transaction: %.10s',
    async (txHex) => {
      expect(await broadcast<Refusal>(txHex)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    },
  );
});

describe('GET /api/transactions/:txHash', () => {
  it('returns the bytes whose hash was asked for', async () => {
    const { path, sender } = await createStream(fixture);
    const { body } = await fixture.client.get<FundingReady>(`${path}/funding-info`);
    const { signedTransaction: txHex } = await sender.signTransaction({ ...body.wcTransaction, broadcast: false });
    const { txid: txHash } = (await broadcast(txHex)).body;
    for (const asked of [txHash, txHash.toUpperCase()])
      expect(await fixture.client.get<TransactionResponse>(`/api/transactions/${asked}`)).toMatchObject({
        status: 200,
        body: { txHash, txHex },
      });
  });

  it('refuses an unknown hash, and text that is not a hash', async () => {
    const read = (txHash: string) => fixture.client.get<Refusal>(`/api/transactions/${txHash}`);
    expect(await read('ab'.repeat(32))).toMatchObject(refusal(409, 'TX_NOT_FOUND'));
    expect(await read('abc')).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });
});

describe('the fee rate of a claim, where blocks are full', () => {
  const createDueStream = async () => {
    const scenario = await createActiveStream(fixture);
    await fixture.advance(10 * 3_600);
    return scenario;
  };

  it.each([
    ['stream', createDueStream],
    ['payment', () => createDuePayment(fixture, 1)],
  ])('is paid by the recipient of a %s who asks for more than its contract gives', async (_, createDue) => {
    const { path, recipient } = await createDue();
    fixture.devnet.node.fund(binToHex(lockingBytecodeOf(recipient.publicKeyHash)), 100_000n);
    const claim = (feeRate?: number) =>
      succeeded(
        fixture.client.as(recipient.address).post<ClaimResponse | PaymentClaimResponse>(`${path}/claim`, {
          recipientAddress: recipient.address,
          feeRate,
        }),
      );
    expect(await claim()).toMatchObject({ signatureRequired: false });
    const asked = await claim(10_000);
    expect(asked).toMatchObject({ signatureRequired: true, txHex: null });
    const { signedTransactionHash } = await recipient.signTransaction(asked.wcTransaction);
    const { fee = 0n, size = 0 } = fixture.devnet.node.transaction(signedTransactionHash) ?? {};
    expect(Number(fee) / size).toBeGreaterThanOrEqual(10);
    expect(Number(fee) / size).toBeLessThan(11);
  });
});
