import {
  buildVaultDeposit,
  lockingBytecodeOf,
  partyAddress,
  partyOf,
  proposePlanFunding,
  type Party,
} from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { toSign } from '../src/vault/propose.js';
import { readVaultOf } from '../src/vault/read-vault.js';
import { openPublic } from './support/deploy-airdrop.js';
import { openPlan, planPart, salaryDraft, vestingDraft } from './support/deploy.js';
import {
  type BuiltAnswer,
  COIN,
  DAY,
  type Listed,
  only,
  possible,
  type Proposal,
  useFixture,
  termsOf,
} from './support/fixture.js';

const fixture = useFixture();

const scriptOf = ({ publicKeyHash }: Wallet): Party => lockingBytecodeOf(publicKeyHash);
const addressOf = (party: Party): string => partyAddress(party, 'devnet') ?? '';
const multisig = (byte: number): Party =>
  partyOf({ kind: 'P2SH20', hash: new Uint8Array(20).fill(byte) }) ?? new Uint8Array();

const listed = async (address: string): Promise<readonly Listed[]> => (await fixture.list(address)).contracts;
/** Signs what was built, or sees it sent. */
const sign = async (signer: Wallet, { transactions }: BuiltAnswer): Promise<void> => {
  await signer.signTransaction(only(transactions).wcTransaction);
};
const statesOf = (contracts: readonly Listed[]): string[] => contracts.flatMap(({ states }) => states);
const refundAll = async (contracts: readonly Listed[]): Promise<void> => {
  for (const state of statesOf(contracts))
    expect((await fixture.build(`${state} --action refund --broadcast`)).sent).toHaveLength(1);
};

describe('a plan of several streams', () => {
  it('is rebuilt from the bytes of its funding: by its sender, by each recipient, and by the beacons', async () => {
    const [sender, key] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const from = fixture.node.tip.height;
    const [script, vault] = [multisig(9), partyOf({ kind: 'P2SH32', hash: new Uint8Array(32).fill(8) })];
    if (vault === undefined) throw new Error('A hash of 32 bytes makes a P2SH32');
    const txid = await openPlan(fixture, sender, 'VESTING_BCH', [
      vestingDraft(fixture, scriptOf(key)),
      vestingDraft(fixture, script),
      vestingDraft(fixture, vault, { daily: true }),
    ]);
    fixture.passDays(2.5);
    const bySender = await listed(sender.address);
    expect(bySender).toHaveLength(3);
    // Two groups of terms, so two addresses.
    expect(new Set(bySender.map(({ contractAddress }) => contractAddress)).size).toBe(2);
    const parties: readonly Party[] = [scriptOf(key), script, vault];
    for (const [i, party] of parties.entries()) {
      const own = only(await listed(addressOf(party)));
      expect(own).toMatchObject({
        product: 'PLAN_VESTING_BCH',
        roles: ['recipient'],
        status: 'ACTIVE',
        funded: '100000000',
        states: [own.funding],
      });
      expect(own.funding.startsWith(txid)).toBe(true);
      expect(bySender.find(({ funding }) => funding === own.funding)).toMatchObject({
        due: own.due,
        roles: ['sender'],
      });
      if (i === 2) expect(own.due).toBe('20000000');
      const [found] = (await fixture.list(`${addressOf(party)} --blocks ${from}..`)).contracts;
      expect(found).toEqual(own);
    }
  });

  it('is rejected where a cliff leaves less than a payment', async () => {
    const [sender, key] = [fixture.wallet(10n * COIN), fixture.wallet()];
    // Of 11,000 satoshis in ten days 576 take half a day, of a bitcoin no time.
    const group = { kind: 'VESTING', cliff: (19n * BigInt(DAY)) / 2n + 3_600n, step: 1n, noticeBlocks: 6 } as const;
    const txid = await openPlan(
      fixture,
      sender,
      'VESTING_BCH',
      [{ ...vestingDraft(fixture, scriptOf(key)), group }],
      11_000n,
    );
    expect(await fixture.list(addressOf(scriptOf(key)))).toMatchObject({
      contracts: [],
      rejected: [{ verdict: 'FORGED', problem: 'SCHEDULE_UNSOUND at output 1' }],
    });
    const claim = `build ${txid}:1 --action claim --address ${key.address}`;
    expect(await fixture.refusal(claim)).toMatch(/^4: .*SCHEDULE_UNSOUND/);
  });

  it('is cancelled by one signature for those named, then for all the rest, and refunded one by one', async () => {
    const [sender, key] = [fixture.wallet(20n * COIN, COIN), fixture.wallet()];
    const drafts = Array.from({ length: 5 }, (_, i) => vestingDraft(fixture, i === 0 ? scriptOf(key) : multisig(i)));
    const txid = await openPlan(fixture, sender, 'VESTING_BCH', drafts);
    fixture.passDays(3);
    const [first = '', second = ''] = statesOf(await listed(sender.address));
    await sign(sender, await fixture.build(`${first} ${second} --action cancel --address ${sender.address}`));
    fixture.node.mine();
    expect((await listed(sender.address)).filter(({ status }) => status === 'CANCELLED')).toHaveLength(2);

    const rest = await fixture.build(`${txid} --all --action cancel --address ${sender.address}`);
    expect(rest.remarks).toEqual(['2 of the streams allow no cancel now, and are left out']);
    await sign(sender, rest);
    fixture.node.mine(7);
    const noticed = await listed(sender.address);
    expect(noticed.map(({ status, ended }) => [status, ended])).toEqual(Array(5).fill(['CANCELLED', false]));
    expect(noticed.every((each) => possible(each).includes('refund'))).toBe(true);
    const before = await fixture.balance(sender);
    await refundAll(noticed);
    const back = (await fixture.balance(sender)) - before;
    const paid = noticed.reduce((sum, each) => sum + BigInt(each.paid), 0n);
    expect(paid).toBeGreaterThan(COIN);
    expect(back).toBeGreaterThan(5n * COIN - paid);
    expect((await listed(sender.address)).every(({ ended }) => ended)).toBe(true);
    expect(await fixture.refusal(`build ${txid} --all --action cancel --address ${sender.address}`)).toBe(
      '5: None of these goes on: nothing can move any more',
    );
  });

  it('of salaries is paused, settled, and gone on with', async () => {
    const [sender, key, other] = [fixture.wallet(10n * COIN), fixture.wallet(), fixture.wallet()];
    const txid = await openPlan(fixture, sender, 'RECURRING_BCH', [
      salaryDraft(fixture, scriptOf(key)),
      salaryDraft(fixture, scriptOf(other)),
    ]);
    fixture.passDays(2);
    await sign(sender, await fixture.build(`${txid} --all --action pause --address ${sender.address}`));
    fixture.node.mine(7);
    const paused = await listed(sender.address);
    expect(paused.map(({ status, paid }) => [status, paid])).toEqual(Array(2).fill(['PAUSED', '2000000']));
    expect(await fixture.refusal(`build ${txid} --all --action resume --address ${sender.address}`)).toBe(
      '5: None of the streams allows a resume now',
    );
    for (const state of statesOf(paused)) await fixture.build(`${state} --action settle --broadcast`);
    fixture.node.mine();
    expect((await listed(sender.address)).map(possible)).toEqual(Array(2).fill(['cancel', 'resume']));
    await sign(sender, await fixture.build(`${txid} --all --action resume --address ${sender.address}`));
    fixture.node.mine();
    // The period that ran is paid at once.
    expect(only(await listed(key.address))).toMatchObject({ status: 'ACTIVE', paid: '3000000' });
    expect(await fixture.balance(other)).toBeGreaterThanOrEqual(3_000_000n);
  });

  it('pays a recipient who is a script, by its reserve or by a friend; they sign nothing', async () => {
    const [sender, friend] = [fixture.wallet(10n * COIN), fixture.wallet(COIN)];
    const script = multisig(77);
    await openPlan(fixture, sender, 'VESTING_BCH', [
      vestingDraft(fixture, script),
      vestingDraft(fixture, multisig(78)),
    ]);
    fixture.passDays(0.02);
    const little = only(await listed(addressOf(script)));
    // No wallet signs for it, and the reserve pays for no push so small.
    expect(possible(little)).toEqual([]);
    const state = only(little.states);
    expect((await fixture.run(`build ${state} --action claim --address ${friend.address}`)).complained).toContain(
      'The recipient is a script',
    );
    await sign(friend, await fixture.build(`${state} --action push --address ${friend.address}`));
    fixture.node.mine();
    fixture.passDays(2);
    const more = only(await listed(addressOf(script)));
    expect(more).toMatchObject({ paid: little.due, actions: [{ action: 'claim', signed: false }, { action: 'push' }] });
    expect((await fixture.build(`${only(more.states)} --action claim --broadcast`)).sent).toHaveLength(1);
    fixture.node.mine();
    const coins = await fixture.chain.unspent(script);
    expect(coins.reduce((sum, { satoshis }) => sum + satoshis, 0n)).toBeGreaterThan(
      BigInt(little.due) + BigInt(more.due),
    );
  });

  it('whose sender is a vault is cancelled by two of its signers, and goes back to it', async () => {
    const signers = [fixture.wallet(10n * COIN, COIN), fixture.wallet(), fixture.wallet()] as const;
    const [alice, bob, carol] = signers;
    const contract = await fixture.openVault(signers, 0x77, alice, COIN);
    await fixture.send(alice, buildVaultDeposit(contract, await fixture.funds(alice), 3n * COIN));
    fixture.node.mine();
    const vault = contract.lockingBytecode;
    const terms = termsOf(signers, '77');
    /** Two signers' answers to a proposal, joined and sent. */
    const execute = async (file: string, proposal: Pick<Proposal, 'requests'>) => {
      const txid = await fixture.join(file, proposal, [bob, carol]);
      fixture.node.mine(1, { timeStep: 1 });
      return txid;
    };

    // What the signers' other software proposed: this tool opens nothing.
    const part = planPart('VESTING_BCH', vault, [
      vestingDraft(fixture, multisig(1)),
      vestingDraft(fixture, multisig(2)),
    ]);
    const context = {
      chain: fixture.chain,
      network: 'devnet',
      servers: [],
      onProgress: () => undefined,
    } as const;
    const found = await readVaultOf(contract, { ...context, eachHistory: () => Promise.resolve([]) });
    if (found === undefined) throw new Error('The vault has a state');
    const opening = toSign(proposePlanFunding(contract, found, part, fixture.tip()), 'tagged');
    fixture.files.set('open.json', JSON.stringify(opening.file));
    const txid = await execute('open.json', opening);
    fixture.passDays(1);
    const own = await listed(addressOf(vault));
    expect(own).toHaveLength(2);
    expect(own[0]?.remarks).toEqual([expect.stringContaining('The sender is a script')]);
    expect(await fixture.refusal(`build ${txid} --all --action cancel --address ${alice.address}`)).toMatch(
      /^5: .*The sender is a script/s,
    );

    await execute('cancel.json', await fixture.ask<Proposal>(`vault cancel ${txid} --all ${terms} --out cancel.json`));
    fixture.node.mine(7);
    const before = (await fixture.chain.unspent(vault)).length;
    await refundAll(await listed(addressOf(vault)));
    fixture.node.mine();
    expect((await fixture.chain.unspent(vault)).length).toBe(before + 2);
    expect((await listed(addressOf(vault))).map(({ status, ended }) => [status, ended])).toEqual(
      Array(2).fill(['CANCELLED', true]),
    );

    // Another vault of these signers is not the sender.
    const stranger = `vault pause ${txid} --all ${termsOf(signers, '78')} --out x.json`;
    expect(await fixture.refusal(stranger)).toMatch(/^4: /);
  });

  it('says why streams cannot be moved together', async () => {
    const [sender, other] = [fixture.wallet(10n * COIN, 10n * COIN), fixture.wallet(10n * COIN)];
    const drafts = () => [vestingDraft(fixture, multisig(5)), vestingDraft(fixture, multisig(6))];
    const txid = await openPlan(fixture, sender, 'VESTING_BCH', drafts());
    const theirs = await openPlan(fixture, other, 'VESTING_BCH', drafts());
    const refused = (line: string) => fixture.refusal(`build ${line}`);
    const by = `--address ${sender.address}`;
    expect(await refused(`${txid} --action cancel ${by}`)).toContain('5: A plan has many streams: name one of');
    expect(await refused(`${txid} --all --action push ${by}`)).toContain('2: Name one contract');
    expect(await refused(`${txid} --all --action cancel`)).toContain('2: A cancel is signed');
    expect(await refused(`${txid} --all --action cancel --address ${other.address}`)).toContain('5: Only the sender');
    expect(await refused(`${txid} ${theirs} --all --action cancel ${by}`)).toContain(
      '5: Streams in one transaction must have the same sender',
    );
    expect(await refused(`${txid} --all --action pause ${by}`)).toContain('5: None of the streams allows a pause');
    expect(await refused(`${txid}:1 ${txid}:2 --action resume ${by}`)).toContain('allows no resume now');
    const campaign = await openPublic(fixture, fixture.wallet(10n * COIN), 100_000n, 2);
    expect(await refused(`${campaign} --all --action cancel ${by}`)).toContain(
      '2: Only streams and payments are moved together',
    );
  });
});
