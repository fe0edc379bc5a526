import type {
  AirdropFundingReady,
  ClaimResponse,
  ConfirmResponse,
  GetAirdropResponse,
  GetPaymentResponse,
  GetStreamResponse,
  PaymentConfirmResponse,
  ProposalResponse,
  VaultResponse,
  WhitelistResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import {
  confirmAirdropFunding,
  createActiveAirdrop,
  createAirdrop,
  csvOf,
  payAirdropClaim,
  payAirdropFunding,
  readAirdrop,
  sendList,
} from '../support/airdrop-scenario.js';
import type { Answer, Client, Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { createPayment, payAsSender, paymentOf, payPaymentFunding, readPayment } from '../support/payment-scenario.js';
import {
  COIN,
  createActiveStream,
  createStream,
  creationOf,
  payCancel,
  payClaim,
  payFunding,
} from '../support/stream-scenario.js';
import { createActiveVault, propose, signatureOf, vaultOf } from '../support/vault-scenario.js';

/** What distinguishes a refusal from a success. */
interface Coded {
  readonly code?: string;
}

const HOUR = 3_600;
const MANY = 50;

const fixture = useFixture();
let replica: Client;
beforeAll(async () => {
  replica = await fixture.replica();
});

/** Asks both replicas at once, again and again. */
const crowd = <T>(count: number, ask: (client: Client, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index % 2 === 0 ? fixture.client : replica, index)));
const confirmAll = <Body>(path: string, body: object): Promise<Answer<Body>[]> =>
  crowd(MANY, (client) => client.post<Body>(path, body));
const statuses = (answers: readonly Answer<unknown>[]): number[] => [...new Set(answers.map(({ status }) => status))];

describe(`${MANY} confirms at once`, () => {
  it("of a stream's funding, claim and cancel record each once", async () => {
    const stream = await createStream(fixture);
    const { path } = stream;
    const read = async () => (await fixture.client.get<GetStreamResponse>(path)).body;
    const confirm = async (what: string, body: object) =>
      expect(statuses(await confirmAll(`${path}/confirm-${what}`, body))).toEqual([200]);
    const funding = await payFunding(fixture, stream);
    await confirm('funding', { txHash: funding });
    await fixture.advance(10 * HOUR);
    const { txHash: claimed, claimedAmount } = await payClaim(fixture, stream);
    const answers = await confirmAll<ConfirmResponse>(`${path}/confirm-claim`, { txHash: claimed, claimedAmount });
    expect([statuses(answers), new Set(answers.map(({ body }) => body.claim?.id)).size]).toEqual([[200], 1]);
    const afterClaim = await read();
    expect([afterClaim.claims.length, afterClaim.stream.withdrawn_amount]).toEqual([1, claimedAmount]);
    const cancelled = await payCancel(fixture, stream);
    await confirm('cancel', { txHash: cancelled });
    expect((await read()).events.map(({ tx_hash }) => tx_hash)).toEqual([funding, claimed, cancelled]);
  });

  it.each(['pause', 'cancel'] as const)("of a payment's hashes, its %s among them, record each once", async (act) => {
    const payment = await createPayment(fixture);
    const hashes: string[] = [];
    const confirm = async (what: 'funding' | 'pause' | 'cancel', txHash: string): Promise<void> => {
      expect(statuses(await confirmAll<PaymentConfirmResponse>(`${payment.path}/confirm-${what}`, { txHash }))).toEqual(
        [200],
      );
      hashes.push(txHash);
      const { events } = await readPayment(fixture, payment.path);
      expect(events.map((event) => event.tx_hash)).toEqual(hashes);
    };
    await confirm('funding', await payPaymentFunding(fixture, payment));
    await confirm(act, await payAsSender(fixture, payment, act));
    expect((await readPayment(fixture, payment.path)).payment.status).toBe(act === 'pause' ? 'PAUSED' : 'CANCELLED');
  });

  it("of an airdrop's funding and of a claim record each once", async () => {
    const scenario = await createAirdrop(fixture);
    const txHash = await payAirdropFunding(fixture, scenario);
    const funded = await crowd(MANY, (client) => confirmAirdropFunding({ ...fixture, client }, scenario.path, txHash));
    expect(statuses(funded)).toEqual([200]);
    const claimer = fixture.wallet(COIN / 100n);
    const claimHash = await payAirdropClaim(fixture, scenario.path, claimer);
    expect(statuses(await confirmAll(`${scenario.path}/confirm-claim`, { txHash: claimHash }))).toEqual([200]);
    const { campaign, claims } = await readAirdrop(fixture, scenario.path);
    expect([campaign.status, campaign.claimed_count, claims.map((claim) => claim.tx_hash)]).toEqual([
      'ACTIVE',
      1,
      [claimHash],
    ]);
  });

  it('are answered the same while others read: what is read fits together', async () => {
    const { path } = await createActiveAirdrop(fixture, { maxClaimsPerAddress: 1 });
    const claimers = Array.from({ length: 6 }, () => fixture.wallet(COIN / 100n));
    const reads: GetAirdropResponse[] = [];
    for (const claimer of claimers) {
      const txHash = await payAirdropClaim(fixture, path, claimer);
      const answers = crowd(6, (client) => client.post(`${path}/confirm-claim`, { txHash }));
      reads.push(...(await crowd(10, async (client) => (await client.get<GetAirdropResponse>(path)).body)));
      expect(statuses(await answers)).toEqual([200]);
    }
    for (const { campaign, claims } of reads) expect(claims).toHaveLength(campaign.claimed_count);
    expect((await readAirdrop(fixture, path)).claims).toHaveLength(claimers.length);
  });
});

describe('creations at once', () => {
  /** Display ids count up one by one; an insert that fails leaves a gap. */
  const expectInARow = (ids: readonly string[]): void => {
    const numbers = ids.map((id) => Number(/\d+$/.exec(id)?.[0])).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? Number.NaN) + index));
  };

  it('each have an id of their own, one after the other', async () => {
    const [creator, recipient] = [fixture.wallet(), fixture.wallet()];
    const post = <Body>(path: string, body: object) =>
      crowd(20, async (client) => (await client.as(creator.address).post<Body>(path, body)).body);
    const streams = await post<{ stream: { stream_id: string; contract_address: string } }>(
      '/api/streams/create',
      creationOf(fixture, recipient),
    );
    expectInARow(streams.map(({ stream }) => stream.stream_id));
    expect(new Set(streams.map(({ stream }) => stream.contract_address)).size).toBe(20);
    const payments = await post<{ payment: { payment_id: string } }>(
      '/api/payments/create',
      paymentOf(fixture, recipient, { amountPerPeriod: 0.01 }),
    );
    expectInARow(payments.map(({ payment }) => payment.payment_id));
    const campaigns = await post<{ campaign: { campaign_id: string } }>('/api/airdrops/create', {
      title: 'Drop',
      totalAmount: 1,
      amountPerClaim: 0.1,
    });
    expectInARow(campaigns.map(({ campaign }) => campaign.campaign_id));
    const vaults = await post<VaultResponse>('/api/vaults', vaultOf([creator, recipient, fixture.wallet()]));
    expect(new Set(vaults.map(({ vaultId }) => vaultId)).size).toBe(20);
  });
});

describe('a claim and a cancel of one state', () => {
  const sent = async (wallet: Wallet, wcTransaction: object): Promise<string | undefined> => {
    const { signedTransaction, signedTransactionHash } = await wallet.signTransaction({
      ...wcTransaction,
      broadcast: false,
    });
    const { status, body } = await fixture.client.post<Refusal>('/api/transactions/broadcast', {
      txHex: signedTransaction,
    });
    expect([200, 422]).toContain(status);
    if (status === 422) expect(body.code).toBe('BROADCAST_REJECTED');
    return status === 200 ? signedTransactionHash : undefined;
  };

  it.each(['claim', 'cancel'] as const)(
    'are decided by the chain: after the %s the other is refused, and the record follows',
    async (first) => {
      const scenario = await createActiveStream(fixture);
      const { path, sender, recipient } = scenario;
      await fixture.advance(10 * HOUR);
      const [claim, cancel] = await Promise.all([
        fixture.client
          .as(recipient.address)
          .post<ClaimResponse>(`${path}/claim`, { recipientAddress: recipient.address }),
        replica.as(sender.address).post<{ wcTransaction: object }>(`${path}/cancel`, { sender: sender.address }),
      ]);
      const sendClaim = () => sent(recipient, claim.body.wcTransaction);
      const sendCancel = () => sent(sender, cancel.body.wcTransaction);
      const hashes =
        first === 'claim'
          ? { claim: await sendClaim(), cancel: await sendCancel() }
          : { cancel: await sendCancel(), claim: await sendClaim() };
      const won = hashes[first];
      expect(Object.values(hashes).filter((hash) => hash !== undefined)).toEqual([won]);
      const bodies = {
        claim: { txHash: won, claimedAmount: claim.body.claimableAmount },
        cancel: { txHash: won },
      };
      const answers = await crowd(20, (client, index) => {
        const step = index % 4 < 2 ? 'claim' : 'cancel';
        return client.post<Coded>(`${path}/confirm-${step}`, bodies[step]);
      });
      for (const [index, answer] of answers.entries()) {
        const isRight = (index % 4 < 2 ? 'claim' : 'cancel') === first;
        expect([answer.status, answer.body.code]).toEqual(isRight ? [200, undefined] : [422, 'TX_MISMATCH']);
      }
      const { body: now } = await fixture.client.get<GetStreamResponse>(path);
      expect([now.stream.status, now.events.at(-1)?.tx_hash, now.events.length]).toEqual([
        first === 'claim' ? 'ACTIVE' : 'CANCELLED',
        won,
        2,
      ]);
      // The loser is given the next state to go on from.
      if (first === 'claim') expect(fixture.devnet.node.transaction(await payCancel(fixture, scenario))).toBeDefined();
    },
  );
});

describe('a vault that everybody wants something of', () => {
  it('has every proposal once, and every vote', async () => {
    const vault = await createActiveVault(fixture);
    const clients = vault.signers.map(({ address }) => address);
    const made = await crowd(12, async (client, index) => {
      const proposal = { recipient: vault.signers[0].address, amount: 0.01, reason: `No. ${index}` };
      return client.as(clients[index % 3] ?? '').post<ProposalResponse>(`${vault.path}/proposals`, proposal);
    });
    expect(statuses(made)).toEqual([201]);
    expect(new Set(made.map(({ body }) => body.proposalId)).size).toBe(12);

    // Two sign while the third rejects, each many times over.
    const { id } = await propose(fixture, vault);
    const [one, two, three] = vault.signers;
    const signed = [await signatureOf(fixture.client, id, one), await signatureOf(fixture.client, id, two)];
    const votes = await crowd(18, async (client, index): Promise<Answer<Coded>> => {
      if (index % 3 === 2) return client.as(three.address).post(`/api/proposals/${id}/reject`);
      return client
        .as((index % 3 === 0 ? one : two).address)
        .post(`/api/proposals/${id}/signatures`, { signedTransaction: signed[index % 3] });
    });
    for (const { status, body } of votes)
      expect(['200 undefined', '409 WRONG_STATE']).toContain(`${status} ${String(body.code)}`);
    const { body } = await fixture.client.as(one.address).get<ProposalResponse>(`/api/proposals/${id}`);
    expect([body.status, body.approvals.map(({ signer }) => signer).sort()]).toEqual([
      'APPROVED',
      [one.address, two.address].sort(),
    ]);
  });
});

describe('lists of one campaign sent at once', () => {
  it('are all kept, the last one counts, and what is funded is whole', async () => {
    const scenario = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null });
    const lists = Array.from({ length: 8 }, (_, index) => Array.from({ length: index + 2 }, () => fixture.wallet()));
    const answers = await crowd(lists.length, (client, index) =>
      sendList(fixture, scenario, csvOf(scenario, lists[index] ?? []), client.as(scenario.creator.address)),
    );
    expect(statuses(answers)).toEqual([200]);
    expect(answers.map(({ body }) => body.totalRecipients)).toEqual(lists.map(({ length }) => length));
    expect(new Set(answers.map(({ body }) => body.merkleRoot)).size).toBe(lists.length);
    const { campaign } = await readAirdrop(fixture, scenario.path);
    const chosen = answers.find(({ body }) => body.merkleRoot === campaign.merkle_root);
    expect(campaign.total_recipients).toBe(chosen?.body.totalRecipients);

    // Another list comes while the funding of this one is confirmed.
    const { body: funding } = await fixture.client.get<AirdropFundingReady>(`${scenario.path}/funding-info`);
    const { signedTransactionHash: txHash } = await scenario.creator.signTransaction(funding.wcTransaction);
    const [late, ...confirmed] = await Promise.all([
      sendList<WhitelistResponse & Refusal>(fixture, scenario, csvOf(scenario, [fixture.wallet()])),
      ...Array.from({ length: 6 }, (_, index) =>
        confirmAirdropFunding<Refusal>(
          { ...fixture, client: index % 2 === 0 ? fixture.client : replica },
          scenario.path,
          txHash,
        ),
      ),
    ]);
    expect([200, 409]).toContain(late.status);
    expect(statuses(confirmed)).toEqual([200]);
    const { campaign: active } = await readAirdrop(fixture, scenario.path);
    expect([active.status, active.merkle_root, active.total_recipients]).toEqual([
      'ACTIVE',
      campaign.merkle_root,
      campaign.total_recipients,
    ]);
  });
});

describe('a record read while it changes', () => {
  it('says the same in all its parts', async () => {
    const payment = await createPayment(fixture);
    const txHash = await payPaymentFunding(fixture, payment);
    const confirming = confirmAll(`${payment.path}/confirm-funding`, { txHash });
    const reads = await crowd(60, async (client) => (await client.get<GetPaymentResponse>(payment.path)).body);
    await confirming;
    for (const { payment: row, events } of reads) expect(events).toHaveLength(row.status === 'ACTIVE' ? 1 : 0);
  });
});
