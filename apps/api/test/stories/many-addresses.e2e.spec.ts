import { binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type {
  AirdropClaimUnsigned,
  ApproveResponse,
  ClaimableResponse,
  ClaimResponse,
  CreateAirdropResponse,
  CreatePaymentResponse,
  CreateStreamResponse,
  ExecuteResponse,
  ListVaultsResponse,
  PlanListedResponse,
  PlanStreamsResponse,
  ProposalResponse,
  VaultDeposit,
  VaultResponse,
} from '@weir/api-contract';
import { lockingBytecodeOf } from '@weir/covenants';
import { createWallet, type Wallet } from '@weir/wallet';
import { type Client, type Refusal, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { DAY, NOTICE, paymentOf } from '../support/payment-scenario.js';
import { planOf } from '../support/plan-scenario.js';
import { creationOf } from '../support/stream-scenario.js';
import { vaultOf } from '../support/vault-scenario.js';

type WcTransaction = ApproveResponse['wcTransaction'];

const HOUR = 3_600;
const ADDRESSES = 20;
/** Satoshis at each address: what is funded takes the coins of many. */
const EACH = 40_000n;
/** Satoshis for 1,000 bytes that no contract pays alone, so that a claim takes coins. */
const HIGH_RATE = 50_000;

const fixture = useFixture({ AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' });

const fund = (wallet: Wallet, satoshis = EACH, accounts = wallet.accounts): void => {
  for (const { publicKeyHash } of accounts)
    fixture.devnet.node.fund(binToHex(lockingBytecodeOf(publicKeyHash)), satoshis);
};

const hdWallet = (privateKey: string): Wallet => {
  const wallet = createWallet({
    privateKey,
    addresses: ADDRESSES,
    broadcast: (hex) => Promise.resolve(fixture.devnet.node.submit(hex)),
  });
  fund(wallet);
  return wallet;
};

const at = ({ accounts }: Wallet, index: number): string => accounts[index]?.address ?? '';
const account = ({ accounts }: Wallet, index: number): Wallet['accounts'] => accounts.slice(index, index + 1);

/** A wallet with its session. */
interface User {
  readonly wallet: Wallet;
  readonly client: Client;
}

const user = async (name: string): Promise<User> => {
  const wallet = hdWallet(name);
  return { wallet, client: await fixture.client.signedInByTransaction(wallet) };
};

/** The query that names all addresses, and the last for change. */
const coinsOf = ({ accounts }: Wallet): string =>
  `?addresses=${accounts.map(({ address }) => address).join(',')}&changeAddress=${accounts.at(-1)?.address ?? ''}`;

/** Signs and broadcasts. @returns the hash */
const pay = async ({ wallet }: User, wcTransaction: WcTransaction): Promise<string> =>
  (await wallet.signTransaction(wcTransaction)).signedTransactionHash;

const outputsOf = ({ transaction }: WcTransaction): string[] => {
  const decoded = decodeTransactionCommon(hexToBin(transaction));
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded.outputs.map(({ lockingBytecode }) => binToHex(lockingBytecode));
};

const scriptOf = ({ accounts }: Wallet, index: number): string =>
  binToHex(lockingBytecodeOf(accounts[index]?.publicKeyHash ?? new Uint8Array(20)));

/** How many of a wallet's addresses a transaction spends coins of. */
const spentOf = (wallet: Wallet, { sourceOutputs }: WcTransaction): number => {
  const scripts = new Set(
    sourceOutputs.map(({ lockingBytecode }) => /[0-9a-f]{50}/u.exec(String(lockingBytecode))?.[0]),
  );
  return wallet.accounts.filter((_, index) => scripts.has(scriptOf(wallet, index))).length;
};

const confirm = async (path: string, what: string, body: object): Promise<void> =>
  void (await succeeded(fixture.client.post(`${path}/${what}`, body)));

it('carry a stream from its creation to its refund', async () => {
  const [alice, bob] = [await user('alice of the stream'), await user('bob of the stream')];
  const creation = {
    ...creationOf(fixture, bob.wallet),
    sender: at(alice.wallet, 3),
    recipient: at(bob.wallet, 7),
    totalAmount: 0.005,
  };
  const { stream } = await succeeded(alice.client.post<CreateStreamResponse>('/api/streams/create', creation));
  const path = `/api/streams/${stream.id}`;
  expect(stream.sender).toBe(at(alice.wallet, 3));
  expect(await fixture.client.get<Refusal>(`${path}/funding-info`)).toMatchObject(refusal(409, 'INSUFFICIENT_FUNDS'));
  const funding = await succeeded(
    fixture.client.get<{ wcTransaction: WcTransaction }>(`${path}/funding-info${coinsOf(alice.wallet)}`),
  );
  expect(spentOf(alice.wallet, funding.wcTransaction)).toBeGreaterThan(10);
  expect(outputsOf(funding.wcTransaction)[0]).toBe(scriptOf(alice.wallet, ADDRESSES - 1));
  await confirm(path, 'confirm-funding', { txHash: await pay(alice, funding.wcTransaction) });

  await fixture.advance(50 * HOUR);
  const claim = await succeeded(
    bob.client.post<ClaimResponse>(`${path}/claim${coinsOf(bob.wallet)}`, {
      recipientAddress: at(bob.wallet, 7),
      feeRate: HIGH_RATE,
    }),
  );
  expect(claim.signatureRequired).toBe(true);
  await confirm(path, 'confirm-claim', {
    claimedAmount: claim.claimableAmount,
    txHash: await pay(bob, claim.wcTransaction),
  });

  const sender = { sender: at(alice.wallet, 3) };
  // The funding spent the sender's coins, and only a coin of the sender's own is its consent.
  expect(await alice.client.post<Refusal>(`${path}/cancel`, sender)).toMatchObject(refusal(409, 'INSUFFICIENT_FUNDS'));
  fund(alice.wallet, 1_000n, account(alice.wallet, 3));
  const cancel = await succeeded(alice.client.post<{ wcTransaction: WcTransaction }>(`${path}/cancel`, sender));
  expect(spentOf(alice.wallet, cancel.wcTransaction)).toBeGreaterThan(1);
  await confirm(path, 'confirm-cancel', { txHash: await pay(alice, cancel.wcTransaction) });
  await fixture.mine(NOTICE);
  expect(await fixture.client.post(`${path}/refund`)).toMatchObject({ status: 200 });
});

it('carry a payment through claim, pause, resume and cancel', async () => {
  const [alice, bob] = [await user('alice of the payment'), await user('bob of the payment')];
  const creation = {
    ...paymentOf(fixture, bob.wallet),
    sender: at(alice.wallet, 1),
    recipient: at(bob.wallet, 2),
    amountPerPeriod: 0.0003,
  };
  const { payment } = await succeeded(alice.client.post<CreatePaymentResponse>('/api/payments/create', creation));
  const path = `/api/payments/${payment.id}`;
  const funding = await succeeded(
    fixture.client.get<{ wcTransaction: WcTransaction }>(`${path}/funding-info${coinsOf(alice.wallet)}`),
  );
  expect(spentOf(alice.wallet, funding.wcTransaction)).toBeGreaterThan(5);
  await confirm(path, 'confirm-funding', { txHash: await pay(alice, funding.wcTransaction) });
  await fixture.advance(2 * DAY + 60);
  const claim = await succeeded(
    bob.client.post<ClaimResponse>(`${path}/claim`, { recipientAddress: at(bob.wallet, 2), feeRate: HIGH_RATE }),
  );
  expect(spentOf(bob.wallet, claim.wcTransaction)).toBeGreaterThan(0);
  await confirm(path, 'confirm-claim', {
    claimedAmount: claim.claimableAmount,
    txHash: await pay(bob, claim.wcTransaction),
  });
  for (const what of ['pause', 'resume', 'cancel'] as const) {
    fund(alice.wallet, 1_000n, account(alice.wallet, 1));
    const step = await succeeded(
      alice.client.post<{ wcTransaction: WcTransaction }>(`${path}/${what}${coinsOf(alice.wallet)}`, {}),
    );
    await confirm(path, `confirm-${what}`, { txHash: await pay(alice, step.wcTransaction) });
    await fixture.mine(NOTICE);
  }
});

it('fund a plan and cancel a selection of it', async () => {
  const [alice, bob] = [await user('alice of the plan'), await user('bob of the plan')];
  const streams = [0, 1, 2].map((index) => ({ recipient: at(bob.wallet, index), amount: 0.0015 }));
  const creation = { ...planOf(fixture, []), sender: at(alice.wallet, 5), streams };
  const { plan } = await succeeded(alice.client.post<PlanListedResponse>('/api/plans', creation));
  const path = `/api/plans/${plan.id}`;
  expect((await alice.client.get<{ plans: readonly { id: string }[] }>('/api/plans')).body.plans).toMatchObject([
    { id: plan.id },
  ]);
  const funding = await succeeded(alice.client.get<{ wcTransaction: WcTransaction }>(`${path}/funding-info`));
  expect(spentOf(alice.wallet, funding.wcTransaction)).toBeGreaterThan(5);
  await confirm(path, 'confirm-funding', { txHash: await pay(alice, funding.wcTransaction) });
  const { body: listed } = await alice.client.get<PlanStreamsResponse>(`${path}/streams`);
  const streamIds = listed.streams.map(({ id }) => id);
  fund(alice.wallet, 1_000n, account(alice.wallet, 5));
  const cancel = await succeeded(
    alice.client.post<{ wcTransaction: WcTransaction }>(`${path}/cancel${coinsOf(alice.wallet)}`, { streamIds }),
  );
  await pay(alice, cancel.wcTransaction);
});

it('deposit to a vault, and sign for it by the address that is its signer', async () => {
  const [alice, bob] = [await user('alice of the vault'), await user('bob of the vault')];
  const signers = [alice.wallet.accounts[1], bob.wallet.accounts[1], bob.wallet.accounts[2]].flatMap((each) =>
    each === undefined ? [] : [each as Wallet],
  );
  const creator = alice.client.as(at(alice.wallet, 4));
  const vault = await succeeded(creator.post<VaultResponse>('/api/vaults', vaultOf(signers, { totalDeposit: 0.004 })));
  expect([vault.creator, vault.role]).toEqual([at(alice.wallet, 4), 'creator']);
  const path = `/api/vaults/${vault.id}`;
  // Of the whole session: creator by one address, signer by another.
  const { body: lists } = await alice.client.get<ListVaultsResponse>('/api/vaults');
  expect([lists.created.length, lists.signerIn.length]).toEqual([1, 1]);
  expect(await alice.client.as(at(alice.wallet, 0)).get<Refusal>(path)).toMatchObject(refusal(403, 'FORBIDDEN'));

  const deposit = await succeeded(alice.client.get<VaultDeposit & { wcTransaction: WcTransaction }>(`${path}/deposit`));
  expect(spentOf(alice.wallet, deposit.wcTransaction)).toBeGreaterThan(5);
  await succeeded(
    alice.client.post(`${path}/update-balance`, {
      txid: await pay(alice, deposit.wcTransaction),
      amount: deposit.amountToDeposit,
    }),
  );
  await fixture.mine();
  const proposal = await succeeded(
    alice.client.post<ProposalResponse>(`${path}/proposals`, { recipient: at(bob.wallet, 9), amount: 0.001 }),
  );
  const own = `/api/proposals/${proposal.id}`;
  for (const { client, wallet } of [alice, bob]) {
    const { wcTransaction } = await succeeded(client.post<ApproveResponse>(`${own}/approve`));
    const { signedTransaction } = await wallet.signTransaction(wcTransaction);
    await succeeded(client.post(`${own}/signatures`, { signedTransaction }));
  }
  const { txHex } = await succeeded(alice.client.post<ExecuteResponse>(`${own}/execute`));
  const txHash = fixture.devnet.node.submit(txHex);
  expect(await bob.client.post(`${own}/confirm-execute`, { txHash })).toMatchObject({ status: 200 });
});

it('fund an airdrop, and claim it once for each address', async () => {
  const [alice, bob] = [await user('alice of the airdrop'), await user('bob of the airdrop')];
  const creation = {
    title: 'For everybody',
    creator: at(alice.wallet, 2),
    totalAmount: 0.004,
    amountPerClaim: 0.0001,
    startDate: fixture.time() - 1_000,
    sponsorFees: false,
  };
  const { campaign } = await succeeded(alice.client.post<CreateAirdropResponse>('/api/airdrops/create', creation));
  const path = `/api/airdrops/${campaign.id}`;
  const funding = await succeeded(
    fixture.client.get<{ wcTransaction: WcTransaction }>(`${path}/funding-info${coinsOf(alice.wallet)}`),
  );
  expect(spentOf(alice.wallet, funding.wcTransaction)).toBeGreaterThan(5);
  await confirm(path, 'confirm-funding', { txHash: await pay(alice, funding.wcTransaction) });
  for (let index = 0; index < ADDRESSES; index += 1) {
    const claim = await succeeded(
      bob.client.post<AirdropClaimUnsigned>(`${path}/claim`, { claimerAddress: at(bob.wallet, index) }),
    );
    await confirm(path, 'confirm-claim', { txHash: await pay(bob, claim.wcTransaction) });
  }
  expect(await bob.client.post<Refusal>(`${path}/claim`, { claimerAddress: at(bob.wallet, 0) })).toMatchObject(
    refusal(409, 'CLAIM_LIMIT_REACHED'),
  );
  expect(await bob.client.post<Refusal>(`${path}/cancel`, {})).toMatchObject(refusal(403, 'FORBIDDEN'));
  const close = await succeeded(alice.client.post<{ wcTransaction: WcTransaction }>(`${path}/cancel`, {}));
  await confirm(path, 'confirm-cancel', { txHash: await pay(alice, close.wcTransaction) });
});

it('claim each row of a private list that names them, and see no others', async () => {
  const [alice, bob] = [await user('alice of the list'), await user('bob of the list')];
  const creation = { title: 'For some', creator: at(alice.wallet, 2), totalAmount: 0.002, requireKyc: true };
  const { campaign } = await succeeded(alice.client.post<CreateAirdropResponse>('/api/airdrops/create', creation));
  const path = `/api/airdrops/${campaign.id}`;
  const rows = [at(bob.wallet, 4), at(alice.wallet, 0), at(bob.wallet, 1)];
  const recipients = rows.map((address, row) => ({ address, amount: `0.0001000${row}` }));
  await succeeded(alice.client.post(`${path}/generate-merkle`, { recipients }));
  const funding = await succeeded(
    fixture.client.get<{ wcTransaction: WcTransaction }>(`${path}/funding-info${coinsOf(alice.wallet)}`),
  );
  await confirm(path, 'confirm-funding', { txHash: await pay(alice, funding.wcTransaction) });

  const all = bob.wallet.accounts.map(({ address }) => address);
  const claimable = async ({ client }: Pick<User, 'client'>, asked = all) => {
    const query = `address=${asked.join(',')}&campaign=${campaign.id}`;
    const { body } = await client.get<ClaimableResponse>(`/api/airdrops/claimable?${query}`);
    return [body.privateListsIncluded, ...body.claimable.map(({ address, amount }) => [address, amount])];
  };
  const [first, second] = [
    [rows[2], 0.00010002],
    [rows[0], 0.0001],
  ];
  expect(await claimable(bob)).toEqual([true, first, second]);
  // Named in any order, and twice, with somebody else's.
  expect(await claimable(bob, [rows[0] ?? '', ...all, at(alice.wallet, 0)])).toEqual([false, second, first]);
  for (const client of [fixture.client, alice.client]) expect(await claimable({ client })).toEqual([false]);
  expect((await fixture.client.get(`/api/airdrops/claimable?address=${'x,'.repeat(50)}x`)).status).toBe(400);

  await succeeded(bob.client.post(`${path}/claim`, { claimerAddress: rows[0], relay: true }));
  expect(await claimable(bob)).toEqual([true, first]);
  const claim = await succeeded(bob.client.post<AirdropClaimUnsigned>(`${path}/claim`, { claimerAddress: rows[2] }));
  await confirm(path, 'confirm-claim', { txHash: await pay(bob, claim.wcTransaction) });
  expect(await claimable(bob)).toEqual([true]);
});

describe('where the header is trusted', () => {
  it('names several addresses, separated by commas', async () => {
    const believing = await fixture.replica({ AUTH_MODE: 'header' });
    const alice = hdWallet('alice of the header');
    const both = believing.as(`${at(alice, 0)}, ${at(alice, 6)}`);
    const creation = { ...creationOf(fixture, alice), recipient: at(alice, 9), totalAmount: 0.001 };
    const by = async (client: Client, sender?: string) =>
      client.post<Pick<CreateStreamResponse, 'stream'> & Refusal>('/api/streams/create', {
        ...creation,
        ...(sender && { sender }),
      });
    expect((await by(both)).body.stream.sender).toBe(at(alice, 0));
    expect((await by(both, at(alice, 6))).body.stream.sender).toBe(at(alice, 6));
    expect(await by(both, at(alice, 7))).toMatchObject(refusal(403, 'FORBIDDEN'));
    const many = createWallet({ privateKey: 'many', addresses: 51 }).accounts.map(({ address }) => address);
    expect(await by(believing.as(many.slice(0, 50).join(',')))).toMatchObject({ status: 200 });
    expect(await by(believing.as(many.join(',')))).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await by(believing.as(`${at(alice, 0)},x`))).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
  });
});

describe('the addresses of a request', () => {
  it('are at most fifty, the change among them, and valid', async () => {
    const alice = await user('alice of the limits');
    const creation = { ...creationOf(fixture, alice.wallet), totalAmount: 0.0001 };
    const { stream } = await succeeded(alice.client.post<CreateStreamResponse>('/api/streams/create', creation));
    const ask = (query: string) => fixture.client.get<Refusal>(`/api/streams/${stream.id}/funding-info?${query}`);
    const many = createWallet({ privateKey: 'many', addresses: 51 }).accounts.map(({ address }) => address);
    expect(await ask(`addresses=${many.slice(0, 49).join(',')}`)).toMatchObject({ status: 200 });
    expect(await ask(`addresses=${many.slice(0, 50).join(',')}`)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await ask(`addresses=${many.join(',')}`)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await ask('addresses=x')).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
    expect(await ask('changeAddress=x')).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
  });
});

it('of somebody else cannot be joined to a session', async () => {
  const [alice, mallory] = [await user('alice of the strangers'), await user('mallory')];
  const [first, victim] = [at(mallory.wallet, 0), at(alice.wallet, 0)];
  const { body: nonce } = await fixture.client.post<{ nonceId: string; wcTransaction: WcTransaction }>(
    '/api/auth/nonce',
    { address: first, addresses: [victim] },
  );
  const { signedTransaction: transaction } = await mallory.wallet.signTransaction(nonce.wcTransaction);
  expect(
    await fixture.client.post<Refusal>('/api/auth/verify', { address: first, transaction, nonceId: nonce.nonceId }),
  ).toMatchObject(refusal(401, 'AUTH_SIGNATURE_INVALID'));
  const creation = { ...creationOf(fixture, alice.wallet), sender: victim };
  expect(await mallory.client.post<Refusal>('/api/streams/create', creation)).toMatchObject(refusal(403, 'FORBIDDEN'));
  for (const named of [victim, `${first}, ${victim}`])
    expect(await mallory.client.as(named).get<Refusal>('/api/vaults')).toMatchObject(refusal(403, 'FORBIDDEN'));
});

it('of one session share one quota', async () => {
  const bounded = await fixture.replica({
    AUTH_MODE: 'signed',
    AUTH_DOMAIN: 'app.example',
    QUOTA_PENDING_CALLER: '3',
  });
  const wallet = hdWallet('alice of the quotas');
  const client = await bounded.signedInByTransaction(wallet);
  const create = (index: number) =>
    client
      .as(at(wallet, index))
      .post<Refusal>('/api/streams/create', { ...creationOf(fixture, wallet), totalAmount: 0.001 });
  for (const index of [0, 1, 2]) expect(await create(index)).toMatchObject({ status: 200 });
  for (const index of [0, 3]) expect(await create(index)).toMatchObject(refusal(429, 'QUOTA_EXCEEDED'));
});
