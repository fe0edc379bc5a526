import { base64ToBin, binToHex, secp256k1 } from '@bitauth/libauth';
import {
  AirdropClaimError,
  airdropClosingMessage,
  buildAirdropClose,
  buildAirdropCloseByMessage,
  buildAirdropCompletion,
  buildKeylessWhitelistClaim,
  buildPaidWhitelistClaim,
  buildWhitelistClaim,
  InsufficientFundsError,
  isLaneComplete,
  readCloseApproval,
  type AirdropAsset,
  type WhitelistClaim,
  type WhitelistParameters,
} from '../src/index.js';
import { AirdropLife, nextNonce, Rows } from './support/airdrop-life.js';
import { createTestChain } from './support/chain.js';
import { keyless } from './support/keyless.js';
import { createParty, type Party } from './support/party.js';
import { tokensOf } from './support/token-stream-life.js';

interface Setting {
  readonly token?: boolean;
  readonly lanes?: number;
  readonly sponsored?: boolean;
  readonly cancelable?: boolean;
  readonly nonceOf?: (creator: Party) => Uint8Array;
}

const stranger = (index: number): Uint8Array => new Uint8Array(20).fill(index + 1);

/** Six rows in each lane: the first two of the list are the recipient's and the other's. */
const scene = async ({
  token = false,
  lanes = 1,
  sponsored = true,
  cancelable = true,
  nonceOf = nextNonce,
}: Setting = {}) => {
  const chain = createTestChain();
  const creator = createParty(chain, 'creator', 50_000_000n);
  const recipient = createParty(chain, 'recipient');
  const other = createParty(chain, 'other', 500_000n);
  const list = [recipient.hash, other.hash, ...Array.from({ length: 6 * lanes - 2 }, (_, i) => stranger(i))];
  const rows = new Rows(
    list.map((hash, i) => ({ hash, amount: 10_000n + BigInt(i) })),
    lanes,
    3,
  );
  const asset: AirdropAsset | undefined = token
    ? {
        type: 'FUNGIBLE_TOKEN',
        category: chain.node.mint(binToHex(creator.lockingBytecode), { amount: rows.total + 7n }).category,
      }
    : undefined;
  const start = chain.locktime();
  const parameters: WhitelistParameters = {
    kind: 'WHITELIST',
    creator: creator.hash,
    start,
    end: start + 1_000_000n,
    cancelable,
    sponsored,
    lanes,
    nonce: nonceOf(creator),
    depth: 3,
    rows: list.length,
    total: rows.total,
  };
  const life = await AirdropLife.fund(chain, creator, parameters, { asset, whitelist: rows.funded });
  const claimOf = (row: number, locktime = chain.locktime()): WhitelistClaim => ({
    contract: life.contract,
    coin: life.lane(rows.laneOf(row)),
    proof: rows.proof(row),
    locktime,
  });
  const paid = (party: typeof recipient): bigint =>
    asset?.type === 'FUNGIBLE_TOKEN' ? tokensOf(party, asset.category) : party.balance();
  return {
    chain,
    creator,
    recipient,
    other,
    rows,
    life,
    claimOf,
    paid,
    start,
    asset,
    nothing: { hash: recipient.hash, coins: [] },
  };
};

describe.each([
  ['BCH', false],
  ['tokens', true],
])('a whitelist in %s', (_, token) => {
  it('pays a recipient who owns nothing and signs', async () => {
    const { recipient, rows, life, claimOf, paid, nothing } = await scene({ token });
    const transition = await life.send(recipient, 0, buildWhitelistClaim(claimOf(0), nothing));
    expect(transition).toMatchObject({
      kind: 'claim',
      claimed: { recipient: recipient.hash, amount: 10_000n, signed: true },
    });
    expect(paid(recipient)).toBe(10_000n);
    rows.spend(0);
    expect(life.lane(0).state).toEqual({ root: binToHex(rows.trees[0]?.root ?? new Uint8Array()), lane: 0, claims: 1 });
  });

  it('pays without anybody’s signature where fees are sponsored, each row once', async () => {
    const { recipient, rows, life, claimOf, paid } = await scene({ token });
    const transition = life.submit(0, buildKeylessWhitelistClaim(claimOf(0)));
    expect(transition).toMatchObject({ kind: 'claim', claimed: { amount: 10_000n, signed: false } });
    expect(paid(recipient)).toBe(10_000n);
    expect(() => buildKeylessWhitelistClaim(claimOf(0))).toThrow(new AirdropClaimError('PROOF_OUTDATED'));
    expect(() => buildKeylessWhitelistClaim(claimOf(3))).toThrow(new AirdropClaimError('PROOF_OUTDATED'));
    rows.spend(0);
    expect(() => buildKeylessWhitelistClaim(claimOf(0))).toThrow(AirdropClaimError);
    life.submit(0, buildKeylessWhitelistClaim(claimOf(3)));
    expect(paid(recipient)).toBe(10_000n);
  });

  it('is paid for by the recipient, or by anybody, where fees are not sponsored', async () => {
    const { chain, recipient, other, rows, life, claimOf, paid, nothing } = await scene({ token, sponsored: false });
    expect(buildKeylessWhitelistClaim(claimOf(0))).toBeUndefined();
    expect(() => buildWhitelistClaim(claimOf(0), nothing)).toThrow(InsufficientFundsError);
    const { satoshis } = life.lane(0);
    await life.send(other, 0, buildPaidWhitelistClaim(claimOf(0), other.funds()));
    rows.spend(0);
    expect(paid(recipient)).toBe(10_000n);
    const transition = await life.send(other, 0, buildWhitelistClaim(claimOf(1), other.funds()));
    expect(transition).toMatchObject({ claimed: { recipient: other.hash, signed: true } });
    expect(life.lane(0).satoshis).toBe(token ? satoshis : satoshis - 20_001n);
    expect(chain.coinsOf(life.contract.lockingBytecode)).toHaveLength(1);
  });

  it('pays from several lanes side by side, to the last row, and ends', async () => {
    const { chain, creator, rows, life, claimOf, asset } = await scene({ token, lanes: 4 });
    expect(life.lanes).toHaveLength(4);
    for (const row of rows.rows.keys()) {
      expect(isLaneComplete(life.contract, life.lane(rows.laneOf(row)))).toBe(false);
      life.submit(rows.laneOf(row), buildKeylessWhitelistClaim(claimOf(row)));
      rows.spend(row);
    }
    for (const lane of [0, 1, 2, 3]) {
      const before = creator.balance();
      const end = life.submit(lane, buildAirdropCompletion(life.contract, life.lane(lane)));
      if (end.kind === 'claim') throw new Error('A completion is no claim');
      expect(end).toMatchObject({ kind: 'complete', next: undefined, tokensToCreator: 0n });
      expect(creator.balance()).toBe(before + end.satoshisToCreator);
    }
    expect(chain.coinsOf(life.contract.lockingBytecode)).toEqual([]);
    expect(chain.coinsOf(life.contract.companion.lockingBytecode)).toEqual([]);
    if (asset?.type === 'FUNGIBLE_TOKEN') expect(tokensOf(creator, asset.category)).toBe(7n);
  });

  it('is closed by the creator lane by lane, what is left returns', async () => {
    const { creator, chain, rows, life, claimOf, asset } = await scene({ token, lanes: 2 });
    life.submit(0, buildKeylessWhitelistClaim(claimOf(0)));
    const before = creator.balance();
    const held = life.lane(0).satoshis + (life.lane(0).companion?.satoshis ?? 0n);
    const built = buildAirdropClose(life.contract, life.lane(0), chain.locktime());
    const close = await life.send(creator, 0, built);
    expect(close).toMatchObject({
      kind: 'close',
      satoshisToCreator: held - built.fee,
      tokensToCreator: token ? (rows.funded[0]?.total ?? 0n) - 10_000n : 0n,
    });
    expect(creator.balance()).toBe(before + held - built.fee);
    expect(built.fee).toBe(BigInt(built.size));
    if (asset?.type === 'FUNGIBLE_TOKEN')
      expect(tokensOf(creator, asset.category)).toBe(7n + (rows.funded[0]?.total ?? 0n) - 10_000n);
  });

  it('is closed by one signed message, every lane as it stands, even while claims come', async () => {
    const { creator, other, chain, rows, life, claimOf } = await scene({ token, lanes: 2, cancelable: false });
    const approval = readCloseApproval(
      life.contract,
      creator.sign(airdropClosingMessage(life.contract.parameters.nonce)),
    );
    if (approval === undefined) throw new Error('The creator signed');
    const close = (lane: number) =>
      keyless(buildAirdropCloseByMessage(life.contract, life.lane(lane), approval, chain.locktime()));
    expect(() => close(0)).toThrow(RangeError);
    chain.reach(life.contract.parameters.end);
    const overtaken = close(0);
    life.submit(0, buildKeylessWhitelistClaim(claimOf(0)));
    rows.spend(0);
    expect(() => chain.node.submit(overtaken.hex)).toThrow('txn-mempool-conflict');
    for (const lane of [0, 1]) expect(life.submit(lane, close(lane)).kind).toBe('close');
    expect(
      readCloseApproval(life.contract, other.sign(airdropClosingMessage(life.contract.parameters.nonce))),
    ).toBeUndefined();
    expect(readCloseApproval(life.contract, creator.sign('Close another airdrop'))).toBeUndefined();
    for (const nonsense of ['', 'no base64!', 'AAAA', creator.sign('x').slice(4)])
      expect(readCloseApproval(life.contract, nonsense)).toBeUndefined();
  });

  it('is closed by a message whose signature is shorter than most', async () => {
    /** A nonce whose message the creator signs with small numbers. */
    const nonceOf = (creator: Party): Uint8Array => {
      for (;;) {
        const nonce = nextNonce();
        const compact = base64ToBin(creator.sign(airdropClosingMessage(nonce))).slice(1);
        const der = secp256k1.signatureCompactToDER(compact);
        if (typeof der !== 'string' && der.length < 70) return nonce;
      }
    };
    const { creator, chain, life } = await scene({ token, nonceOf });
    const approval = readCloseApproval(
      life.contract,
      creator.sign(airdropClosingMessage(life.contract.parameters.nonce)),
    );
    if (approval === undefined) throw new Error('The creator signed');
    expect(approval.signature.length).toBeLessThan(70);
    expect(
      life.submit(0, buildAirdropCloseByMessage(life.contract, life.lane(0), approval, chain.locktime())).kind,
    ).toBe('close');
  });

  it('is not closed by anybody else, nor before a claim is due', async () => {
    const { chain, other, life, claimOf, start } = await scene({ token });
    const foreign = buildAirdropClose(life.contract, life.lane(0), chain.locktime());
    await expect(other.send(foreign)).rejects.toThrow('mandatory-script-verify-flag-failed');
    expect(() => buildKeylessWhitelistClaim(claimOf(0, start - 1n))).toThrow(new AirdropClaimError('NOT_STARTED'));
    expect(() => buildAirdropCompletion(life.contract, life.lane(0))).toThrow(RangeError);
  });
});
