import { hexToBin } from '@bitauth/libauth';
import type {
  BroadcastResponse,
  CreateStreamResponse,
  FundingPreparation,
  FundingReady,
  VaultDeposit,
  VaultResponse,
} from '@weir/api-contract';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import {
  confirmAirdropFunding,
  createAirdrop,
  payAirdropFunding,
  type AirdropScenario,
} from '../support/airdrop-scenario.js';
import type { Client, Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { emptyWallet, payOutputs } from '../support/pay-outputs.js';
import { COIN, createStream, creationOf, payFunding } from '../support/stream-scenario.js';
import { vaultOf } from '../support/vault-scenario.js';

/** As long as a server of the real network may take to notice its node's mempool, milliseconds. */
const LAG = 2_000;

const fixture = useFixture();
/** A second process over the same database. */
let replica: Client;
beforeAll(async () => {
  replica = await fixture.replica();
});
beforeEach(() => fixture.control.setIndexDelay(LAG));
afterEach(() => fixture.control.resetFaults());

/** A stream of 0.1 BCH more from the same sender. @returns its path */
const another = async (sender: Wallet): Promise<string> => {
  const creation = creationOf(fixture, fixture.wallet(), { totalAmount: 0.1 });
  const { body } = await fixture.client.as(sender.address).post<CreateStreamResponse>('/api/streams/create', creation);
  return `/api/streams/${body.stream.id}`;
};

const fundingOf = async (client: Client, path: string): Promise<FundingReady> =>
  (await client.get<FundingReady>(`${path}/funding-info`)).body;

const outpointsOf = ({ inputs }: Pick<FundingReady, 'inputs'>): string[] =>
  inputs.map(({ txid, vout }) => `${txid}:${vout}`);

const spentBy = (txHash: string): string[] =>
  (fixture.devnet.node.transaction(txHash)?.inputs ?? []).map(({ txid, vout }) => `${txid}:${vout}`);

/** A sender with one coin, so that only its change can fund what comes next. */
const singleCoinSender = async (): Promise<Wallet> => {
  const sender = fixture.wallet();
  fixture.fund(sender, 5n * COIN);
  await fixture.control.setIndexDelay(0);
  await fixture.mine();
  await fixture.control.setIndexDelay(LAG);
  return sender;
};

/** A sender whose only coin cannot become a token category. */
const senderWithoutOutputZero = async (): Promise<Wallet> => {
  const sender = fixture.wallet();
  await emptyWallet(fixture, sender);
  const payer = fixture.wallet();
  await payOutputs(fixture, payer, [
    { to: payer, satoshis: 1_000n },
    { to: sender, satoshis: 2n * COIN },
  ]);
  await fixture.control.setIndexDelay(0);
  await fixture.mine();
  await fixture.control.setIndexDelay(LAG);
  return sender;
};

const openFrom = async (sender: Wallet) => ({ path: await another(sender), sender });

describe('while servers do not list what the mempool holds', () => {
  it.each(['the same process', 'another replica'])('%s offers no coin of a confirmed funding again', async (where) => {
    const client = where === 'another replica' ? replica : fixture.client;
    const sender = await singleCoinSender();
    const { path } = await openFrom(sender);
    const { signedTransactionHash: txHash } = await sender.signTransaction(
      (await fundingOf(fixture.client, path)).wcTransaction,
    );
    expect((await fixture.client.post(`${path}/confirm-funding`, { txHash })).status).toBe(200);

    const next = await fundingOf(client, await another(sender));
    expect(outpointsOf(next).filter((coin) => spentBy(txHash).includes(coin))).toEqual([]);
    // Nor does it wait: the change of what was confirmed pays.
    expect(outpointsOf(next)).toEqual([`${txHash}:0`]);
    await expect(sender.signTransaction(next.wcTransaction)).resolves.toHaveProperty('signedTransactionHash');
  });

  it('offers no coin of what it broadcast itself, through a chain of fundings', async () => {
    const sender = await singleCoinSender();
    let spent: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const path = await another(sender);
      const info = await fundingOf(i % 2 === 0 ? fixture.client : replica, path);
      expect(outpointsOf(info).filter((coin) => spent.includes(coin))).toEqual([]);
      const { signedTransaction } = await sender.signTransaction({ ...info.wcTransaction, broadcast: false });
      const sent = await fixture.client.post<BroadcastResponse>('/api/transactions/broadcast', {
        txHex: signedTransaction,
      });
      expect(sent.status).toBe(200);
      // And what was sent is a funding at once.
      expect(await fixture.client.get(`${path}/funding-info`)).toMatchObject({
        status: 409,
        body: { details: { fundingTxHash: sent.body.txid } },
      });
      spent = [...spent, ...outpointsOf(info)];
    }
  });

  it('knows a transaction that a wallet sent by itself once it is sent again', async () => {
    const sender = await singleCoinSender();
    const info = await fundingOf(fixture.client, await another(sender));
    const { signedTransaction: txHex, signedTransactionHash } = await sender.signTransaction(info.wcTransaction);
    expect(await replica.post('/api/transactions/broadcast', { txHex })).toMatchObject({ status: 200 });
    expect(outpointsOf(await fundingOf(fixture.client, await another(sender)))).toEqual([`${signedTransactionHash}:0`]);
  });

  it('offers no coin of a funding that a wallet sent by itself, once its hash is named', async () => {
    const sender = await singleCoinSender();
    const info = await fundingOf(fixture.client, await another(sender));
    const { signedTransactionHash: txHash } = await sender.signTransaction(info.wcTransaction);
    const path = await another(sender);
    // Nobody has said anything: the server still lists the coin.
    expect(outpointsOf(await fundingOf(fixture.client, path))).toEqual(outpointsOf(info));
    const named = await fixture.client.get<FundingReady>(`${path}/funding-info?sent=${'ab'.repeat(32)},${txHash}`);
    expect(outpointsOf(named.body)).toEqual([`${txHash}:0`]);
    // It is remembered, by all replicas.
    expect(outpointsOf(await fundingOf(replica, path))).toEqual([`${txHash}:0`]);
  });

  it('offers no coin of a funding whose confirmation waits for a block', async () => {
    const cautious = await fixture.replica({ MIN_CONFIRMATIONS: '1' });
    const sender = await singleCoinSender();
    const path = await another(sender);
    const { signedTransactionHash: txHash } = await sender.signTransaction(
      (await fundingOf(fixture.client, path)).wcTransaction,
    );
    const { body } = await cautious.post<Refusal>(`${path}/confirm-funding`, { txHash });
    expect(body.code).toBe('TX_UNCONFIRMED');
    expect(outpointsOf(await fundingOf(fixture.client, await another(sender)))).toEqual([`${txHash}:0`]);
  });

  it('goes by no hash that no server has, and takes five at most', async () => {
    const sender = await singleCoinSender();
    const path = await another(sender);
    const coins = outpointsOf(await fundingOf(fixture.client, path));
    const unknown = Array.from({ length: 6 }, (_, i) => `${i}`.repeat(64));
    const five = await fixture.client.get<FundingReady>(`${path}/funding-info?sent=${unknown.slice(1).join(',')}`);
    expect(outpointsOf(five.body)).toEqual(coins);
    for (const sent of [unknown.join(','), 'abc'])
      expect((await fixture.client.get(`${path}/funding-info?sent=${sent}`)).status).toBe(400);
  });

  it('asks once for a preparation that the wallet sent by itself, where its hash is named', async () => {
    const sender = await senderWithoutOutputZero();
    const path = await another(sender);
    const { body } = await fixture.client.get<FundingPreparation>(`${path}/funding-info`);
    expect(body.requiresPreparation).toBe(true);
    const { signedTransactionHash: txHash } = await sender.signTransaction(body.preparationTransaction);
    const { body: ready } = await fixture.client.get<FundingReady>(`${path}/funding-info?sent=${txHash}`);
    expect(outpointsOf(ready)).toEqual([`${txHash}:0`]);
  });

  it('asks for a preparation once', async () => {
    const sender = await senderWithoutOutputZero();
    const path = await another(sender);
    const { body } = await fixture.client.get<FundingPreparation>(`${path}/funding-info`);
    expect(body.requiresPreparation).toBe(true);
    const { signedTransaction: txHex } = await sender.signTransaction({
      ...body.preparationTransaction,
      broadcast: false,
    });
    const { body: sent } = await fixture.client.post<BroadcastResponse>('/api/transactions/broadcast', { txHex });

    for (const client of [fixture.client, replica])
      expect(outpointsOf(await fundingOf(client, path))).toEqual([`${sent.txid}:0`]);
    const { signedTransactionHash: txHash } = await sender.signTransaction(
      (await fundingOf(replica, path)).wcTransaction,
    );
    expect((await fixture.client.post(`${path}/confirm-funding`, { txHash })).status).toBe(200);
  });

  it('offers no coin of an airdrop, nor of a deposit, again', async () => {
    const scenario: AirdropScenario = await createAirdrop(fixture);
    const { creator } = scenario;
    await fixture.control.setIndexDelay(0);
    await fixture.mine();
    await fixture.control.setIndexDelay(LAG);
    const funding = await payAirdropFunding(fixture, scenario);
    await confirmAirdropFunding(fixture, scenario.path, funding);

    const client = fixture.client.as(creator.address);
    const signers = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const { body: vault } = await client.post<VaultResponse>('/api/vaults', vaultOf(signers, { totalDeposit: 0.1 }));
    const { body: deposit } = await client.get<VaultDeposit>(`/api/vaults/${vault.id}/deposit`);
    const { signedTransactionHash: txid } = await creator.signTransaction(deposit.wcTransaction);
    expect(spentBy(txid).filter((coin) => spentBy(funding).includes(coin))).toEqual([]);
    await client.post(`/api/vaults/${vault.id}/update-balance`, { txid, amount: deposit.amountToDeposit });

    const next = await fundingOf(replica, await another(creator));
    const gone = [...spentBy(txid), ...spentBy(funding)];
    expect(outpointsOf(next).filter((coin) => gone.includes(coin))).toEqual([]);
  });

  it('offers a coin again when what spent it has gone', async () => {
    const scenario = await createStream(fixture);
    await fixture.control.setIndexDelay(0);
    await fixture.mine();
    await fixture.control.setIndexDelay(LAG);
    const txHash = await payFunding(fixture, scenario);
    expect((await fixture.client.post(`${scenario.path}/confirm-funding`, { txHash })).status).toBe(200);
    const spent = spentBy(txHash);
    fixture.devnet.node.drop(txHash);
    expect(outpointsOf(await fundingOf(fixture.client, await another(scenario.sender)))).toEqual(spent);
  });

  it('does not count a coin that was paid and spent since', async () => {
    const sender = await singleCoinSender();
    const path = await another(sender);
    const { signedTransactionHash: txHash } = await sender.signTransaction(
      (await fundingOf(fixture.client, path)).wcTransaction,
    );
    await fixture.client.post(`${path}/confirm-funding`, { txHash });
    const change = fixture.devnet.node.transaction(txHash)?.outputs[0];
    await payOutputs(fixture, sender, [{ to: fixture.wallet(), satoshis: (change?.satoshis ?? 0n) - 1_000n }], {
      spend: { txid: txHash, vout: 0, satoshis: change?.satoshis ?? 0n },
    });
    // The server notices both; the note is still there.
    await fixture.control.setIndexDelay(0);
    expect((await fixture.client.get(`${await another(sender)}/funding-info`)).status).toBe(409);
    expect(hexToBin(change?.lockingBytecode ?? '')).toEqual(lockingBytecodeOf(sender.publicKeyHash));
  });
});
