import { base64ToBin, binToHex, secp256k1 } from '@bitauth/libauth';
import {
  airdropClosingMessage,
  buildAirdropClose,
  buildAirdropCloseByMessage,
  buildAirdropCompletion,
  buildKeylessWhitelistClaim,
  buildPaidWhitelistClaim,
  buildWhitelistClaim,
  CovenantError,
  InsufficientFundsError,
  isLaneComplete,
  readCloseApproval,
  type AirdropAsset,
  type WhitelistClaim,
  type WhitelistParameters,
} from '../src/index.js';
import { AirdropScenario, assetOf, campaignTerms, heldBy, nextNonce, Rows } from './support/airdrop-scenario.js';
import { createTestChain } from './support/chain.js';
import { createParty, keyless, type Party, tokensOf } from './support/party.js';

const stranger = (index: number): Uint8Array => new Uint8Array(20).fill(index + 1);

/** Six rows in each lane: the first two of the list are the recipient's and the other's. */
const scene = async (
  type: AirdropAsset['type'],
  { lanes = 1, nonceOf, ...terms }: Partial<WhitelistParameters> & { nonceOf?: (creator: Party) => Uint8Array } = {},
) => {
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
  const asset = assetOf(chain, creator, type, rows.total + 7n);
  const common = campaignTerms(chain, creator.hash);
  const { start } = common;
  const parameters: WhitelistParameters = {
    ...common,
    kind: 'WHITELIST',
    end: start + 1_000_000n,
    lanes,
    depth: 3,
    rows: list.length,
    total: rows.total,
    ...(nonceOf && { nonce: nonceOf(creator) }),
    ...terms,
  };
  const scenario = await AirdropScenario.fund(chain, creator, parameters, { asset, whitelist: rows.funded });
  const claimOf = (row: number, locktime = chain.locktime()): WhitelistClaim =>
    scenario.claim(rows.laneOf(row), rows.proof(row), locktime);
  const paid = (party: Party): bigint => heldBy(party, asset);
  const nothing = { hash: recipient.hash, coins: [] };
  return { chain, creator, recipient, other, rows, scenario, claimOf, paid, start, asset, nothing };
};

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('a whitelist in %s', (type) => {
  it('pays a recipient who owns nothing and signs', async () => {
    const { recipient, rows, scenario, claimOf, paid, nothing } = await scene(type);
    const transition = await scenario.send(recipient, 0, buildWhitelistClaim(claimOf(0), nothing));
    expect(transition).toMatchObject({
      kind: 'claim',
      claimed: { recipient: recipient.hash, amount: 10_000n, signed: true },
    });
    expect(paid(recipient)).toBe(10_000n);
    rows.spend(0);
    expect(scenario.lane(0).state).toEqual({
      root: binToHex(rows.trees[0]?.root ?? new Uint8Array()),
      lane: 0,
      claims: 1,
    });
  });

  it('pays without anybody’s signature where fees are sponsored, each row once', async () => {
    const { recipient, rows, scenario, claimOf, paid } = await scene(type);
    const transition = scenario.submit(0, buildKeylessWhitelistClaim(claimOf(0)));
    expect(transition).toMatchObject({ kind: 'claim', claimed: { amount: 10_000n, signed: false } });
    expect(paid(recipient)).toBe(10_000n);
    expect(() => buildKeylessWhitelistClaim(claimOf(0))).toThrow('The lane does not pay this claim: PROOF_OUTDATED');
    expect(() => buildKeylessWhitelistClaim(claimOf(3))).toThrow('The lane does not pay this claim: PROOF_OUTDATED');
    rows.spend(0);
    expect(() => buildKeylessWhitelistClaim(claimOf(0))).toThrow(CovenantError);
    scenario.submit(0, buildKeylessWhitelistClaim(claimOf(3)));
    expect(paid(recipient)).toBe(10_000n);
  });

  it('is paid for by the recipient, or by anybody, where fees are not sponsored', async () => {
    const { chain, recipient, other, rows, scenario, claimOf, paid, nothing } = await scene(type, { sponsored: false });
    expect(buildKeylessWhitelistClaim(claimOf(0))).toBeUndefined();
    expect(() => buildWhitelistClaim(claimOf(0), nothing)).toThrow(InsufficientFundsError);
    const { satoshis } = scenario.lane(0);
    await scenario.send(other, 0, buildPaidWhitelistClaim(claimOf(0), other.funds()));
    rows.spend(0);
    expect(paid(recipient)).toBe(10_000n);
    const transition = await scenario.send(other, 0, buildWhitelistClaim(claimOf(1), other.funds()));
    expect(transition).toMatchObject({ claimed: { recipient: other.hash, signed: true } });
    expect(scenario.lane(0).satoshis).toBe(type === 'BCH' ? satoshis - 20_001n : satoshis);
    expect(chain.coinsOf(scenario.contract.lockingBytecode)).toHaveLength(1);
  });

  it('pays from several lanes side by side, to the last row, and ends', async () => {
    const { chain, creator, rows, scenario, claimOf, asset } = await scene(type, { lanes: 4 });
    expect(scenario.lanes).toHaveLength(4);
    for (const row of rows.rows.keys()) {
      expect(isLaneComplete(scenario.contract, scenario.lane(rows.laneOf(row)))).toBe(false);
      scenario.submit(rows.laneOf(row), buildKeylessWhitelistClaim(claimOf(row)));
      rows.spend(row);
    }
    for (const lane of [0, 1, 2, 3]) {
      const before = creator.balance();
      const end = scenario.submit(lane, buildAirdropCompletion(scenario.contract, scenario.lane(lane)));
      if (end.kind === 'claim') throw new Error('Expected a completion, got a claim');
      expect(end).toMatchObject({ kind: 'complete', next: undefined, tokensToCreator: 0n });
      expect(creator.balance()).toBe(before + end.satoshisToCreator);
    }
    expect(chain.coinsOf(scenario.contract.lockingBytecode)).toEqual([]);
    expect(chain.coinsOf(scenario.contract.companion.lockingBytecode)).toEqual([]);
    if (asset.type === 'FUNGIBLE_TOKEN') expect(tokensOf(creator, asset.category)).toBe(7n);
  });

  it('is closed by one signed message, every lane as it is, even while claims come', async () => {
    const { creator, other, chain, rows, scenario, claimOf } = await scene(type, { lanes: 2, cancelable: false });
    const approval = readCloseApproval(
      scenario.contract,
      creator.sign(airdropClosingMessage(scenario.contract.parameters.nonce)),
    );
    if (approval === undefined) throw new Error('The creator signed');
    const close = (lane: number) =>
      keyless(buildAirdropCloseByMessage(scenario.contract, scenario.lane(lane), approval, chain.locktime()));
    expect(() => close(0)).toThrow(CovenantError);
    chain.reach(scenario.contract.parameters.end);
    const overtaken = close(0);
    scenario.submit(0, buildKeylessWhitelistClaim(claimOf(0)));
    rows.spend(0);
    expect(() => chain.node.submit(overtaken.hex)).toThrow('txn-mempool-conflict');
    for (const lane of [0, 1]) expect(scenario.submit(lane, close(lane)).kind).toBe('close');
    expect(
      readCloseApproval(scenario.contract, other.sign(airdropClosingMessage(scenario.contract.parameters.nonce))),
    ).toBeUndefined();
    expect(readCloseApproval(scenario.contract, creator.sign('Close another airdrop'))).toBeUndefined();
    for (const nonsense of ['', 'no base64!', 'AAAA', creator.sign('x').slice(4)])
      expect(readCloseApproval(scenario.contract, nonsense)).toBeUndefined();
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
    const { creator, chain, scenario } = await scene(type, { nonceOf });
    const approval = readCloseApproval(
      scenario.contract,
      creator.sign(airdropClosingMessage(scenario.contract.parameters.nonce)),
    );
    if (approval === undefined) throw new Error('The creator signed');
    expect(approval.signature.length).toBeLessThan(70);
    expect(
      scenario.submit(0, buildAirdropCloseByMessage(scenario.contract, scenario.lane(0), approval, chain.locktime()))
        .kind,
    ).toBe('close');
  });

  it('is not closed by anybody else, nor before a claim is due', async () => {
    const { chain, other, scenario, claimOf, start } = await scene(type);
    const foreign = buildAirdropClose(scenario.contract, scenario.lane(0), chain.locktime());
    await expect(other.send(foreign)).rejects.toThrow('mandatory-script-verify-flag-failed');
    expect(() => buildKeylessWhitelistClaim(claimOf(0, start - 1n))).toThrow(
      'The lane does not pay this claim: NOT_STARTED',
    );
    expect(() => buildAirdropCompletion(scenario.contract, scenario.lane(0))).toThrow(CovenantError);
  });
});
