import { createWeir, type Review, type Weir } from '@weir/client';
import { BCH, DAY, openGrantsVault, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

type Json = Record<string, unknown>;

/** Changes the JSON answers of some paths. */
interface Lie {
  readonly path: RegExp;
  readonly answer: (answer: Json) => unknown;
}

/** A client whose service gives false answers on request. */
const lyingClient = () => {
  let lie: Lie | undefined;
  const weir = createWeir({
    baseUrl: fixture.stack.apiUrl,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const answer = await fetch(request);
      if (lie === undefined || !answer.ok || !lie.path.test(pathname)) return answer;
      return Response.json(lie.answer((await answer.json()) as Json));
    },
  });
  return {
    weir,
    lyingWith: async (next: Lie, work: () => Promise<unknown>): Promise<unknown> => {
      lie = next;
      return work()
        .catch((error: unknown) => error)
        .finally(() => {
          lie = undefined;
        });
    },
  };
};

/** A wallet that counts what it is asked to sign. */
const watched = (wallet: TestWallet) => {
  let asked = 0;
  return {
    asked: () => asked,
    wallet: {
      ...wallet,
      signTransaction(request: unknown) {
        asked += 1;
        return wallet.signTransaction(request);
      },
      signMessage(message: string) {
        asked += 1;
        return wallet.signMessage(message);
      },
    },
  };
};

const UNEXPECTED = { code: 'UNEXPECTED_TRANSACTION' };

const termsTo = async (recipient: string) => {
  const startTime = await fixture.now();
  return { recipient, totalAmount: BCH, streamType: 'LINEAR', startTime, endTime: startTime + 10 * DAY } as const;
};

/** Another stream's funding, which a correct service built. */
const otherFunding = async (weir: Weir, wallet: TestWallet, to: string) => {
  const other = await weir.streams.create({ ...(await termsTo(to)), totalAmount: 3n * BCH }, wallet);
  const { data } = await weir.api.GET('/api/streams/{id}/funding-info', { params: { path: { id: other.id } } });
  if (data === undefined || !('wcTransaction' in data)) throw new Error('A funding should be ready');
  return data;
};

describe('what a service would have signed', () => {
  it('is not the stream that was created: the wallet is not asked', async () => {
    const { weir, lyingWith } = lyingClient();
    const [payer, thief, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet(), await fixture.wallet()];
    const { wallet, asked } = watched(payer);
    const stream = await weir.streams.create(await termsTo(recipient.address), wallet);
    const stolen = await otherFunding(fixture.weir, payer, thief.address);
    const funding = { path: /funding-info$/, answer: () => stolen };
    expect(await lyingWith(funding, () => stream.fund(wallet))).toMatchObject(UNEXPECTED);

    // The record lies, and the transaction with it.
    const record = {
      path: /\/api\/streams\/[^/]+$/,
      answer: ({ stream: record, ...rest }: Json) => ({
        ...rest,
        stream: { ...(record as Json), recipient: thief.address },
      }),
    };
    expect(await lyingWith(record, () => stream.fund(wallet))).toMatchObject(UNEXPECTED);
    const network = { path: /\/api\/info$/, answer: (info: Json) => ({ ...info, network: 'mainnet' }) };
    expect(await lyingWith(network, () => stream.fund(wallet))).toMatchObject(UNEXPECTED);
    expect(asked()).toBe(0);
    expect((await stream.fund(wallet)).status).toBe('ACTIVE');
  });

  it('is not the stream that is cancelled, nor its funding that of the chain', async () => {
    const { weir, lyingWith } = lyingClient();
    const [payer, recipient] = [await fixture.wallet(20n * BCH), await fixture.wallet()];
    const { wallet, asked } = watched(payer);
    const [one, other] = [
      await weir.streams.create(await termsTo(recipient.address), wallet),
      await weir.streams.create({ ...(await termsTo(recipient.address)), totalAmount: 2n * BCH }, wallet),
    ];
    await one.fund(wallet);
    await fixture.stack.control.mine();
    await other.fund(wallet);
    await fixture.passDays(5);
    const before = asked();
    // Fundings are read once: this one is not known yet.
    const bytes = { path: /\/api\/transactions\//, answer: (answer: Json) => ({ ...answer, txHex: '00' }) };
    expect(await lyingWith(bytes, () => one.cancel(wallet))).toMatchObject(UNEXPECTED);
    const { data: swapped } = await weir.api.POST('/api/streams/{id}/cancel', {
      params: { path: { id: other.id } },
      body: { sender: payer.address },
      headers: { 'x-user-address': payer.address },
    });
    expect(swapped).toBeDefined();
    expect(await lyingWith({ path: /\/cancel$/, answer: () => swapped }, () => one.cancel(wallet))).toMatchObject(
      UNEXPECTED,
    );
    const { stream: otherRecord } = await other.get();
    const chain = {
      path: /\/api\/streams\/[^/]+$/,
      answer: ({ stream, ...rest }: Json) => ({
        ...rest,
        stream: { ...(stream as Json), funding_tx_hash: otherRecord.funding_tx_hash },
      }),
    };
    expect(await lyingWith(chain, () => one.cancel(wallet))).toMatchObject(UNEXPECTED);
    expect(asked()).toBe(before);
    const read: string[] = [];
    const onReview = ({ sentences }: Review) => read.push(...sentences) > 0;
    expect((await one.cancel(wallet, { onReview })).status).toBe('CANCELLED');
    expect(read).toEqual([
      expect.stringMatching(
        /^Cancels payments to \S+: 0\.\d+ BCH are paid now, 0\.\d+ BCH return to your wallet after \d+ blocks, less the paydays until then\.$/,
      ),
    ]);
    expect(read[0]).toContain(recipient.address);
  });

  it('is a pause that names who is paid, by the funding on the chain, though it pays nothing', async () => {
    const [sender, recipient] = [await fixture.wallet(20n * BCH), await fixture.wallet()];
    const terms = { recipient: recipient.address, amountPerPeriod: BCH / 20n, interval: 'DAILY' } as const;
    const payment = await fixture.weir.payments.create({ ...terms, pausable: true }, sender);
    const read: string[] = [];
    const onReview = ({ sentences }: Review) => read.push(...sentences) > 0;
    await payment.fund(sender, { onReview });
    await payment.pause(sender, { onReview });
    expect(read[0]).toMatch(/^Locks 0\.05 BCH x 12 = 0\.6 BCH for \S+: first on .*, then every 1 day, last on .*\.$/);
    expect(read[1]).toMatch(/^Pauses payments to \S+: 0\.6 BCH stay locked; after \d+ blocks? /);
    for (const sentence of read) expect(sentence).toContain(recipient.address);
  });

  it('is another payment than the proposal says, or for another vault', async () => {
    const { weir, lyingWith } = lyingClient();
    const { vault, alice, bob } = await openGrantsVault(fixture);
    const [supplier, thief] = [await fixture.wallet(), await fixture.wallet()];
    const { wallet, asked } = watched(bob);
    const onReview = () => true;
    const [rent, theft] = [
      await vault.propose({ recipient: supplier.address, amount: BCH }, alice),
      await vault.propose({ recipient: thief.address, amount: 4n * BCH }, alice),
    ];
    const { data: stolen } = await weir.api.POST('/api/proposals/{id}/approve', {
      params: { path: { id: theft.id } },
      body: {},
      headers: { 'x-user-address': bob.address },
    });
    expect(stolen).toBeDefined();
    const proposal = weir.proposals.at(rent.id);
    const approve = () => proposal.approve(wallet, { onReview });
    expect(await lyingWith({ path: /\/approve$/, answer: () => stolen }, approve)).toMatchObject(UNEXPECTED);
    const address = {
      path: /\/api\/vaults\/[^/]+$/,
      answer: (answer: Json) => ({ ...answer, signers: [thief.address, ...(answer['signers'] as string[]).slice(1)] }),
    };
    expect(await lyingWith(address, approve)).toMatchObject(UNEXPECTED);
    expect(asked()).toBe(0);

    await expect(proposal.approve(wallet)).rejects.toMatchObject({ code: 'REVIEW_REQUIRED' });
    const reviews: Review[] = [];
    const refuse = (review: Review) => {
      reviews.push(review);
      return false;
    };
    await expect(proposal.approve(wallet, { onReview: refuse })).rejects.toMatchObject({ code: 'REVIEW_DECLINED' });
    expect(asked()).toBe(0);
    const [taken, paid] = reviews[0]?.sentences ?? [];
    expect(taken).toMatch(
      /^Takes 1\.0000\d+ BCH out of a treasury, fee included; at least \d+(?:\.\d+)? BCH stay in it\.$/,
    );
    expect(paid).toBe(`Pays 1 BCH to ${supplier.address}.`);
    expect((await approve()).approvals).toHaveLength(1);
  });

  it('is not what this client proposed: nobody need read it', async () => {
    const { weir, lyingWith } = lyingClient();
    const { vault, alice } = await openGrantsVault(fixture);
    const supplier = await fixture.wallet();
    const { wallet, asked } = watched(alice);
    const proposal = await weir.vaults.at(vault.id).propose({ recipient: supplier.address, amount: BCH }, wallet);
    const more = await weir.vaults.at(vault.id).propose({ recipient: supplier.address, amount: 3n * BCH }, wallet);
    const headers = { 'x-user-address': alice.address };
    const read = async (id: string) =>
      (await weir.api.GET('/api/proposals/{id}', { params: { path: { id } }, headers })).data;
    const [record, other] = [await read(proposal.id), await read(more.id)];
    const { data: stolen } = await weir.api.POST('/api/proposals/{id}/approve', {
      params: { path: { id: more.id } },
      body: {},
      headers,
    });
    expect([record, other, stolen]).not.toContain(undefined);
    // The amount is the one that was proposed; what is paid out is not.
    const lies: readonly Json[] = [
      { payouts: other?.payouts },
      { payouts: [...(record?.payouts ?? []), ...(other?.payouts ?? [])] },
      { ...other },
    ];
    for (const lie of lies) {
      const changed = (answer: Json) => ('wcTransaction' in answer ? stolen : { ...record, ...lie });
      expect(
        await lyingWith({ path: /\/api\/proposals\/[^/]+(?:\/approve)?$/, answer: changed }, () =>
          proposal.approve(wallet),
        ),
      ).toMatchObject(UNEXPECTED);
    }
    expect(asked()).toBe(0);
    expect((await proposal.approve(wallet)).approvals).toHaveLength(1);
  });

  it('is a list that was never sent, or a message that closes another campaign', async () => {
    const { weir, lyingWith } = lyingClient();
    const payer = await fixture.wallet(20n * BCH);
    const { wallet, asked } = watched(payer);
    const [friend, thief] = [await fixture.wallet(), await fixture.wallet()];
    const create = () => weir.airdrops.create({ title: 'List', totalAmount: BCH, requireKyc: true }, wallet);
    const [campaign, other] = [await create(), await create()];
    await campaign.generateList([{ address: friend.address, amount: BCH / 10n }], wallet);
    await other.generateList(`${thief.address},0.1\n`, wallet);
    const { data: stolen } = await weir.api.GET('/api/airdrops/{id}/funding-info', {
      params: { path: { id: other.id } },
    });
    expect(stolen).toBeDefined();
    expect(await lyingWith({ path: /funding-info$/, answer: () => stolen }, () => campaign.fund(wallet))).toMatchObject(
      UNEXPECTED,
    );
    expect(asked()).toBe(0);
    await campaign.fund(wallet);
    await fixture.stack.control.mine();
    await other.fund(wallet);
    const before = asked();
    const params = { params: { path: { id: other.id } } };
    const [{ data: record }, { data: closed }] = await Promise.all([
      weir.api.GET('/api/airdrops/{id}', params),
      weir.api.POST('/api/airdrops/{id}/cancel', { ...params, body: {}, headers: { 'x-user-address': payer.address } }),
    ]);
    const message = closed?.message ?? '';
    expect(message).toMatch(/^Close Weir airdrop .{16}$/);
    const closings: readonly ((answer: Json) => unknown)[] = [
      (answer) => ({ ...answer, message }),
      // The record lies, and the message with it.
      (answer) => ('message' in answer ? { ...answer, message } : record),
      (answer) => ({ ...answer, message: `${String(answer['message'])} and all others` }),
      (answer) => ({ ...answer, message: `${String(answer['message'])}\nI owe you 1 BCH` }),
      (answer) => ({ ...answer, message: String(answer['message']).replace('C', 'С') }), // a Cyrillic С
      (answer) => ({ ...answer, message: 'Close Weir airdrop AAAAAAAAAAAAAAAA' }),
      (answer) => ({ ...answer, message: '' }),
    ];
    for (const answer of closings)
      expect(
        await lyingWith({ path: /\/api\/airdrops\/[^/]+(?:\/cancel)?$/, answer }, () => campaign.close(wallet)),
      ).toMatchObject(UNEXPECTED);
    expect(asked()).toBe(before);
    expect((await campaign.close(wallet)).success).toBe(true);
  });

  it('is a sign-in elsewhere, or of somebody else', async () => {
    const { weir, lyingWith } = lyingClient();
    const { wallet, asked } = watched(await fixture.wallet());
    for (const [from, to] of [
      [/Sign in to \S+\. /, 'Sign in to bank.example. '],
      [/Network: .*/, 'Network: mainnet'],
      [/Address: .*/, `Address: ${(await fixture.wallet()).address}`],
      [/$/, '\nI owe you 1 BCH'],
    ] as const) {
      const lie = (answer: Json) => ({ ...answer, message: String(answer['message']).replace(from, to) });
      expect(await lyingWith({ path: /auth\/nonce$/, answer: lie }, () => weir.signIn({ wallet }))).toMatchObject(
        UNEXPECTED,
      );
    }
    expect(asked()).toBe(0);
    expect((await weir.signIn({ wallet })).bearer).toMatch(/./);
  });
});

it('a wallet that signs something else gets an error, and nothing is sent', async () => {
  const { weir } = fixture;
  const [payer, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
  const stream = await weir.streams.create(await termsTo(recipient.address), payer);
  const other = await otherFunding(weir, payer, recipient.address);
  const odd = { ...payer, signTransaction: () => payer.signTransaction({ ...other.wcTransaction, broadcast: false }) };
  await expect(stream.fund(odd)).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNUSABLE' });
  expect((await stream.get()).stream.status).toBe('PENDING');
});

it('a payment of an NFT out of a vault is of the coin that was proposed, by the inputs', async () => {
  const { weir, lyingWith } = lyingClient();
  const { vault, alice } = await openGrantsVault(fixture);
  const { contractAddress } = await vault.get(alice);
  if (contractAddress === null) throw new Error('The vault has no address');
  const nft = { capability: 'none', commitment: 'c0ffee' } as const;
  // Two collections: what the first is worth, the other is not.
  await fixture.weir.dev.tokens({ nft }, contractAddress);
  await fixture.weir.dev.tokens({ nft: { ...nft, commitment: 'decade' } }, contractAddress);
  await fixture.stack.control.mine();
  const { tokens } = await weir.vaults.at(vault.id).state(alice);
  const [one, other] = (tokens ?? []).map(({ outpoint }) => outpoint);
  if (one === undefined || other === undefined) throw new Error('The vault should hold two NFTs');
  const { address: recipient } = await fixture.wallet();
  const asked = await weir.vaults.at(vault.id).propose({ recipient, outpoint: one }, alice);
  const stolen = await weir.vaults.at(vault.id).propose({ recipient, outpoint: other }, alice);
  const headers = { 'x-user-address': alice.address };
  const params = { path: { id: stolen.id } };
  const { data: record } = await weir.api.GET('/api/proposals/{id}', { params, headers });
  const { data: built } = await weir.api.POST('/api/proposals/{id}/approve', { params, headers, body: {} });
  expect([record, built]).not.toContain(undefined);
  const { wallet, asked: signed } = watched(alice);
  const approve = () => weir.proposals.at(asked.id).approve(wallet, { onReview: () => true });
  const lie = (answer: Json) => ('wcTransaction' in answer ? built : { ...record, outpoint: one });
  expect(await lyingWith({ path: /\/api\/proposals\/[^/]+(?:\/approve)?$/, answer: lie }, approve)).toMatchObject(
    UNEXPECTED,
  );
  expect(signed()).toBe(0);
  expect((await approve()).approvals).toHaveLength(1);
});
