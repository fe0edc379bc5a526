import { decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { NonceResponse, VerifyResponse } from '@weir/api-contract';
import { createDatabase } from '@weir/infra';
import { createWallet } from '@weir/wallet';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { FORGERIES, honest, type Scene, signer } from '../support/sign-in-forgeries.js';

const SIGNED = { AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' };
const fixture = useFixture(SIGNED);

const signers = ['one', 'two', 'three'].map(signer);
const [first] = signers.map(({ wallet }) => wallet);
const mallory = signer('mallory');
const addresses = signers.map(({ wallet }) => wallet.address);
const [address = '', ...further] = addresses;

const nonceFor = async (of: readonly string[] = addresses): Promise<NonceResponse> => {
  const [main, ...more] = of;
  return (await fixture.client.post<NonceResponse>('/api/auth/nonce', { address: main, addresses: more })).body;
};

/** The text in the only output of the transaction. */
const textOf = ({ wcTransaction }: NonceResponse): string => {
  const decoded = decodeTransactionCommon(hexToBin(wcTransaction.transaction));
  if (typeof decoded === 'string') throw new Error(decoded);
  const script = Buffer.from(decoded.outputs[0]?.lockingBytecode ?? []);
  return script.subarray(script.indexOf('Sign in to')).toString();
};

const verify = (proof: object) =>
  fixture.client.post<Omit<VerifyResponse, 'success'> & Refusal>('/api/auth/verify', { address, ...proof });

describe('a signed transaction', () => {
  it('says what it is for, spends what does not exist, and moves nothing', async () => {
    const nonce = await nonceFor();
    const text = textOf(nonce);
    expect(text).toMatch(/^Sign in to app\.example\. Moves no coins\.\n/u);
    for (const each of addresses) expect(text).toContain(`\nAddress: ${each}\n`);
    const decoded = decodeTransactionCommon(hexToBin(nonce.wcTransaction.transaction));
    if (typeof decoded === 'string') throw new Error(decoded);
    expect(decoded.outputs.map(({ valueSatoshis }) => valueSatoshis)).toEqual([0n]);
    expect(() => fixture.devnet.node.submit(honest(text, signers))).toThrow();
  });

  it.each(['schnorr', 'ecdsa'] as const)('by %s proves all addresses at once', async (scheme) => {
    const nonce = await nonceFor();
    const transaction = honest(textOf(nonce), signers, () => ({ scheme }));
    const { status, body } = await verify({ transaction, nonceId: nonce.nonceId });
    expect([status, body.addresses]).toEqual([200, addresses]);
    for (const each of addresses)
      expect(await fixture.client.bearing(body.bearer).as(each).get('/api/vaults')).toMatchObject({ status: 200 });
    expect(
      await fixture.client.bearing(body.bearer).as(mallory.wallet.address).get<Refusal>('/api/vaults'),
    ).toMatchObject(refusal(403, 'FORBIDDEN'));
  });

  it('is what a wallet of fifty addresses answers when it is asked', async () => {
    const wallet = createWallet({ privateKey: 'many', addresses: 50 });
    const all = await wallet.getAddresses();
    const { wcTransaction, nonceId } = await nonceFor(all);
    const { signedTransaction: transaction } = await wallet.signTransaction(wcTransaction);
    const { status, body } = await verify({ address: all[0], transaction, nonceId });
    expect([status, body.addresses]).toEqual([200, all]);
    expect(await fixture.client.bearing(body.bearer).get('/api/vaults')).toMatchObject({ status: 200 });
  });

  it('is for fifty addresses at most, each of them valid', async () => {
    const all = await createWallet({ privateKey: 'many', addresses: 51 }).getAddresses();
    const ask = (more: readonly (string | undefined)[]) =>
      fixture.client.post<Refusal>('/api/auth/nonce', { address, addresses: more });
    expect(await ask(all)).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await ask([...further, address.replace('q', 'p')])).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
    expect(await ask([...further, ...further, address])).toMatchObject({ status: 200 });
  });

  it('may be replaced by a message, which proves the first address alone', async () => {
    const { message, nonceId } = await nonceFor();
    expect(message).not.toContain(further[0] ?? '');
    const { body } = await verify({ signature: first?.signMessage(message), nonceId });
    expect(body.addresses).toEqual([address]);
    expect(
      await fixture.client
        .bearing(body.bearer)
        .as(further[0] ?? '')
        .get<Refusal>('/api/vaults'),
    ).toMatchObject(refusal(403, 'FORBIDDEN'));
  });

  it('comes alone: with a message, or without either, nothing is used up', async () => {
    const { message, nonceId, ...nonce } = await nonceFor();
    const signature = first?.signMessage(message);
    const transaction = honest(textOf({ message, nonceId, ...nonce }), signers);
    expect(await verify({ nonceId, signature, transaction })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await verify({ nonceId })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    expect(await verify({ nonceId, transaction })).toMatchObject({ status: 200 });
  });

  it('works once, in time, and under its first address', async () => {
    const nonce = await nonceFor();
    const proof = { transaction: honest(textOf(nonce), signers), nonceId: nonce.nonceId };
    expect(await verify({ ...proof, address: further[0] })).toMatchObject(refusal(401, 'NONCE_INVALID'));
    expect(await verify(proof)).toMatchObject({ status: 200 });
    expect(await verify(proof)).toMatchObject(refusal(401, 'NONCE_INVALID'));
    const late = await nonceFor();
    const database = createDatabase({ url: fixture.config.databaseUrl });
    const expiresAt = Math.floor(Date.now() / 1000);
    await database.updateTable('authNonces').set({ expiresAt }).where('id', '=', late.nonceId).execute();
    await database.destroy();
    expect(await verify({ transaction: honest(textOf(late), signers), nonceId: late.nonceId })).toMatchObject(
      refusal(401, 'NONCE_INVALID'),
    );
  });
});

describe('forged', () => {
  /** `npm run faults` has 25 of each of the 41 kinds. */
  const EACH = process.env['WEIR_FAULT_RUNS'] === undefined ? 3 : 25;

  const sceneOf = async (seed: number): Promise<Scene & { readonly nonceId: string }> => {
    const [nonce, other] = await Promise.all([nonceFor(), nonceFor()]);
    const coin = { txid: '11'.repeat(32), satoshis: 100_000n };
    return { nonceId: nonce.nonceId, text: textOf(nonce), otherText: textOf(other), signers, mallory, coin, seed };
  };

  it.each(Object.entries(FORGERIES))('%s proves nothing, and uses the nonce up', async (_, forge) => {
    for (let seed = 0; seed < EACH; seed += 1) {
      const { nonceId, ...scene } = await sceneOf(seed);
      const transaction = forge(scene);
      expect([seed, await verify({ transaction, nonceId })]).toMatchObject([
        seed,
        refusal(401, 'AUTH_SIGNATURE_INVALID'),
      ]);
      if (seed > 0) continue;
      expect(await verify({ transaction: honest(scene.text, signers), nonceId })).toMatchObject(
        refusal(401, 'NONCE_INVALID'),
      );
    }
  });
});
