import { randomUUID } from 'node:crypto';
import { decodeCashAddress, sha256, utf8ToBin } from '@bitauth/libauth';
import { SignedMessage } from 'mainnet-js';
import type { CreateStreamResponse, NonceResponse } from '@weir/api-contract';
import { createDatabase } from '@weir/infra';
import { createWallet, type Wallet } from '@weir/wallet';
import { type Client, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber, aUuid, textLike } from '../support/like.js';
import { creationOf } from '../support/stream-scenario.js';

/** An answer of /api/auth/verify: the first two when it went well, the third when not. */
interface Verified {
  readonly bearer: string;
  readonly expiresAt: number;
  readonly code?: string;
}

const SIGNED = { AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' };

const fixture = useFixture(SIGNED);
let alice: Wallet;
let bob: Wallet;
beforeAll(() => {
  alice = fixture.wallet();
  bob = fixture.wallet();
});

const nonceFor = async (address: string, client: Client = fixture.client): Promise<NonceResponse> =>
  (await client.post<NonceResponse>('/api/auth/nonce', { address })).body;

const verify = (proof: object, client: Client = fixture.client) => client.post<Verified>('/api/auth/verify', proof);

/** A fresh message for a wallet, signed by it. */
const proofOf = async (wallet: Wallet, client?: Client) => {
  const { nonceId, message } = await nonceFor(wallet.address, client);
  return { address: wallet.address, signature: wallet.signMessage(message), nonceId };
};

const create = (client: Client) =>
  client.post<Pick<CreateStreamResponse, 'stream'>>('/api/streams/create', creationOf(fixture, bob));

const clock = (): number => Math.floor(Date.now() / 1_000);
/** The message for a wallet. */
const aMessageFor = ({ address }: Wallet): unknown =>
  textLike(
    new RegExp(`^Sign in to app\\.example\\. .*\nAddress: ${address}\nNetwork: devnet\nNonce: [0-9a-f]{32}\nExpires: `),
  );

describe('a nonce', () => {
  it('comes in a message that names everything, short enough for every wallet', async () => {
    const before = clock();
    const { status, body } = await fixture.client.post<NonceResponse>('/api/auth/nonce', { address: alice.address });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        nonceId: aUuid,
        message: aMessageFor(alice),
        wcTransaction: expect.any(Object) as unknown,
        expiresAt: aNumber,
      },
    ]);
    expect(body.expiresAt).toBeGreaterThanOrEqual(before + 300);
    expect(body.expiresAt).toBeLessThanOrEqual(clock() + 300);
    expect(body.message).toContain(`Expires: ${new Date(body.expiresAt * 1000).toISOString().slice(0, 19)}Z`);
    expect(Buffer.byteLength(body.message)).toBeLessThan(253);
  });

  it('is never the same twice', async () => {
    const messages = await Promise.all(Array.from({ length: 20 }, () => nonceFor(alice.address)));
    expect(new Set(messages.map(({ message }) => message)).size).toBe(20);
    expect(new Set(messages.map(({ nonceId }) => nonceId)).size).toBe(20);
  });

  it('takes an address in every form it can be written in', async () => {
    const [, bare = ''] = alice.address.split(':');
    for (const address of [alice.address, alice.tokenAddress, bare, bare.toUpperCase(), ` ${alice.address} `]) {
      expect((await nonceFor(address)).message).toContain(`Address: ${alice.address}\n`);
    }
  });

  it('is not made for an address of mixed case', async () => {
    const address = alice.address.replace('bchtest:q', 'bchtest:Q');
    expect(await fixture.client.post<Refusal>('/api/auth/nonce', { address })).toMatchObject(
      refusal(400, 'INVALID_ADDRESS'),
    );
  });

  it.each(['bitcoincash', 'bchreg'] as const)('is not made for addresses of other networks (%s)', async (prefix) => {
    const { address } = createWallet({ privateKey: 'alice', prefix });
    expect(await fixture.client.post<Refusal>('/api/auth/nonce', { address })).toMatchObject(
      refusal(400, 'INVALID_ADDRESS'),
    );
    expect(await verify({ address, signature: '', nonceId: randomUUID() })).toMatchObject(
      refusal(400, 'INVALID_ADDRESS'),
    );
  });
});

describe('a signature', () => {
  it('is worth a bearer, which makes its address the caller', async () => {
    const before = clock();
    const { status, body } = await verify(await proofOf(alice));
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        bearer: textLike(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        addresses: [alice.address],
        expiresAt: aNumber,
      },
    ]);
    expect(body.expiresAt).toBeGreaterThanOrEqual(before + 1_800);
    expect(body.expiresAt).toBeLessThanOrEqual(clock() + 1_800);
    const created = await create(fixture.client.bearing(body.bearer));
    expect([created.status, created.body.stream.sender]).toEqual([200, alice.address]);
  });

  it('may be by mainnet-js', async () => {
    const privateKey = sha256.hash(utf8ToBin('by another library'));
    const { address } = createWallet({ privateKey });
    const { nonceId, message } = await nonceFor(address);
    const { signature } = SignedMessage.sign(message, privateKey);
    expect(await verify({ address, signature, nonceId })).toMatchObject({ status: 200 });
  });

  it('may be sent with the other form of the address', async () => {
    const { nonceId, message } = await nonceFor(alice.tokenAddress);
    expect(decodeCashAddress(alice.tokenAddress)).toMatchObject({ type: 'p2pkhWithTokens' });
    expect(await verify({ address: alice.address, signature: alice.signMessage(message), nonceId })).toMatchObject({
      status: 200,
    });
    const again = await nonceFor(alice.address);
    expect(
      await verify({
        address: alice.tokenAddress,
        signature: alice.signMessage(again.message),
        nonceId: again.nonceId,
      }),
    ).toMatchObject({ status: 200 });
  });

  // Text that is not a signature, or of another kind, is tried beside recoverSigner of the services.
  const WRONG: readonly (readonly [string, (message: string) => string, RegExp])[] = [
    ['by somebody else', (message) => bob.signMessage(message), /another key/],
    ['of another message', (message) => alice.signMessage(`${message} `), /another key/],
    ['of nothing', () => '', /65 bytes/],
  ];

  it.each(WRONG)('%s proves nothing, and uses the nonce up', async (_, forge, reason) => {
    const { nonceId, message } = await nonceFor(alice.address);
    const signature = alice.signMessage(message);
    const refused = await verify({ address: alice.address, signature: forge(message), nonceId });
    expect(refused).toMatchObject(refusal(401, 'AUTH_SIGNATURE_INVALID', { message: textLike(reason) }));
    expect(await verify({ address: alice.address, signature, nonceId })).toMatchObject(refusal(401, 'NONCE_INVALID'));
  });

  it('is worth nothing the second time', async () => {
    const proof = await proofOf(alice);
    expect(await verify(proof)).toMatchObject({ status: 200 });
    expect(await verify(proof)).toMatchObject(refusal(401, 'NONCE_INVALID'));
  });

  it('is worth nothing for another address, which does not use the nonce up', async () => {
    const proof = await proofOf(alice);
    expect(await verify({ ...proof, address: bob.address })).toMatchObject(refusal(401, 'NONCE_INVALID'));
    expect(await verify(proof)).toMatchObject({ status: 200 });
  });

  it('is worth nothing with another nonce', async () => {
    const [first, second] = [await proofOf(alice), await proofOf(alice)];
    expect(await verify({ ...first, nonceId: second.nonceId })).toMatchObject(refusal(401, 'AUTH_SIGNATURE_INVALID'));
    expect(await verify({ ...first, nonceId: randomUUID() })).toMatchObject(refusal(401, 'NONCE_INVALID'));
  });

  it('comes too late after five minutes', async () => {
    const database = createDatabase({ url: fixture.config.databaseUrl });
    const proof = await proofOf(alice);
    await database
      .updateTable('authNonces')
      .set({ expiresAt: Math.floor(Date.now() / 1000) })
      .where('id', '=', proof.nonceId)
      .execute();
    expect(await verify(proof)).toMatchObject(refusal(401, 'NONCE_INVALID'));
    await database.destroy();
  });
});

describe('replicas', () => {
  it('know the nonces and believe the bearers of each other', async () => {
    const other = await fixture.replica(SIGNED);
    const { body } = await verify(await proofOf(alice, fixture.client), other);
    for (const client of [fixture.client, other])
      expect(await create(client.bearing(body.bearer))).toMatchObject({ status: 200 });
  });

  it('give one bearer for one nonce, however many ask at once', async () => {
    const other = await fixture.replica(SIGNED);
    const proof = await proofOf(alice);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => verify(proof, index % 2 === 0 ? fixture.client : other)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'NONCE_INVALID')).toHaveLength(29);
  });

  it('agree by a configured secret as well, and believe no other', async () => {
    const [one, two, other] = await Promise.all(
      ['a', 'a', 'b'].map((letter) => fixture.replica({ ...SIGNED, AUTH_SECRET: letter.repeat(32) })),
    );
    if (one === undefined || two === undefined || other === undefined) throw new Error('three replicas were started');
    const { body } = await verify(await proofOf(alice), one);
    expect(await create(two.bearing(body.bearer))).toMatchObject({ status: 200 });
    for (const stranger of [other, fixture.client])
      expect(await create(stranger.bearing(body.bearer))).toMatchObject(refusal(401, 'TOKEN_INVALID'));
  });

  it('of another domain or network accept nothing, with any secret', async () => {
    const secret = { AUTH_SECRET: 's'.repeat(32) };
    const one = await fixture.replica({ ...SIGNED, ...secret });
    const { body } = await verify(await proofOf(alice), one);
    const strangers = [
      await fixture.replica({ ...SIGNED, ...secret, AUTH_DOMAIN: 'other.example' }),
      await fixture.replica({ ...SIGNED, ...secret }, { network: 'chipnet' }),
    ];
    for (const stranger of strangers)
      expect(await create(stranger.bearing(body.bearer))).toMatchObject(refusal(401, 'TOKEN_INVALID'));
  });

  it('do not mistake a database that is away for a forged bearer', async () => {
    const { body } = await verify(await proofOf(alice));
    const cutOff = await fixture.replica({ ...SIGNED, DATABASE_URL: 'postgres://127.0.0.1:9/none' });
    expect(await create(cutOff.bearing(body.bearer))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'DATABASE_UNAVAILABLE' },
    });
    expect(await verify(await proofOf(alice), cutOff)).toMatchObject(refusal(503, 'DATABASE_UNAVAILABLE'));
  });
});

describe('where the header is believed', () => {
  it('callers can sign in all the same, so that one frontend serves both', async () => {
    const believing = await fixture.replica({ ...SIGNED, AUTH_MODE: 'header' });
    const { status, body } = await verify(await proofOf(alice), believing);
    expect(status).toBe(200);
    const created = await create(believing.as(alice.address).bearing(body.bearer));
    expect([created.status, created.body.stream.sender]).toEqual([200, alice.address]);
  });
});
