import { binToHex } from '@bitauth/libauth';
import {
  buildPurseHome,
  buildPursePayment,
  createPurseContract,
  encodePurseAnnouncement,
  encodeRosterAnnouncement,
  findPurses,
  type FoundPurse,
  lockingBytecodeOf,
  partyHash,
  payeeListHash,
  type PurseAsset,
  type PurseDraft,
  proposePurses,
  proposeRosterExchange,
  proposeVaultSpend,
  purseUnits,
  readPurseTransition,
} from '@weir/covenants';
import { type IndexedContract, scriptHashOf } from '@weir/infra';
import type { ContractFamily } from '@weir/kinds';
import { decodeHex, sign } from '@weir/simulation';
import { until } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { createBase } from './support/chain-base.js';
import { signFake } from './support/fake-announcement.js';
import { type IndexerReplica, useIndexerFixture } from './support/indexer-fixture.js';
import { GUARDIAN, hashOf, LiveRoster, MEMBERS, QUIET, REVIEW, SIGNERS } from './support/live-roster.js';

const base = createBase();
const fixture = useIndexerFixture();
const shop = lockingBytecodeOf(createWallet({ privateKey: 'purses, shop' }).publicKeyHash);
const spender = createWallet({ privateKey: 'purses, spender' });

const rowsOf = async ({ reader }: IndexerReplica, family: ContractFamily, txid: string) =>
  (await reader.list({ families: [family], limit: 200 })).rows.filter(({ terms }) => terms.txid === txid);

const untilRow = (
  replica: IndexerReplica,
  family: ContractFamily,
  txid: string,
  what: string,
  fits: (row: IndexedContract) => boolean,
) => until(what, async () => (await rowsOf(replica, family, txid)).find(fits));

const eventsAt = async ({ reader }: IndexerReplica, family: ContractFamily, lockingBytecode: Uint8Array) =>
  (await reader.find([family], scriptHashOf(lockingBytecode))).events;

const hex = (hashes: readonly Uint8Array[]): string[] => hashes.map(binToHex);

it('a roster is found with all its steps at once, then followed, and taken back with its blocks', async () => {
  const { node } = fixture;
  const roster = await LiveRoster.open(node, base.party(0));
  const hidden = await LiveRoster.open(node, base.party(1), false);
  node.mine();
  const pay = (satoshis: bigint) =>
    proposeVaultSpend(roster.contract, roster.holdings, shop, { type: 'BCH', satoshis });
  await roster.execute(pay(1_000_000n), 'anna', 'ben');
  node.mine();
  const seat = { of: 2, to: hashOf('dora') } as const;
  await roster.execute(proposeRosterExchange(roster.contract, roster.holdings, { seat }), 'anna', 'ben');
  node.mine(QUIET);
  await roster.call();
  node.mine();
  await roster.veto('dora');
  node.mine(QUIET);
  await roster.call();
  node.mine();

  const replica = await fixture.replica();
  const steps = ['fund', 'spend', 'exchange', 'call', 'veto', 'call'];
  const { terms, head } = await untilRow(
    replica,
    'roster',
    roster.txid,
    'all steps',
    (row) => row.head.sequence === steps.length,
  );
  const { lockingBytecode, category } = roster.contract;
  expect(terms).toMatchObject({
    product: 'ROSTER',
    sender: binToHex(lockingBytecode),
    recipient: null,
    tokenCategory: null,
    totalAmount: 50_000_000n,
    plan: { category },
  });
  expect(head).toMatchObject({ status: 'ACTIVE', releasedAmount: 1_000_000n, heldSatoshis: roster.state.satoshis });
  const events = await eventsAt(replica, 'roster', lockingBytecode);
  expect(events.map(({ kind }) => kind)).toEqual(steps);
  const [before, after] = [hex(MEMBERS.signers), hex([hashOf('anna'), hashOf('ben'), hashOf('dora')])];
  expect(events.map(({ details }) => [details?.['phase'], details?.['signerHashes']])).toEqual([
    ...[before, before, after].map((signers) => ['active', signers]),
    ['recovering', after],
    ['active', after],
    ['recovering', after],
  ]);
  expect(events[0]?.details).toMatchObject({
    guardianHash: binToHex(MEMBERS.guardian),
    quietBlocks: QUIET,
    reviewBlocks: REVIEW,
  });

  // Each member finds it by an address of theirs, and who left its seat does not.
  const findsIt = async (...parties: readonly Uint8Array[]) =>
    Promise.all(
      parties.map(async (party) => {
        const { rows } = await replica.reader.list({ families: ['roster'], party: binToHex(party), limit: 200 });
        return rows.some((row) => row.terms.txid === roster.txid);
      }),
    );
  const seats = (['anna', 'ben', 'dora'] as const).map((name) => lockingBytecodeOf(hashOf(name)));
  const guardian = lockingBytecodeOf(GUARDIAN.publicKeyHash);
  expect(await findsIt(...seats, guardian, lockingBytecode)).toEqual([true, true, true, true, true]);
  expect(await findsIt(lockingBytecodeOf(hashOf('cleo')), shop)).toEqual([false, false]);

  // The guardian ends the recovery: both other seats change, and the address stays.
  node.mine(REVIEW - 1);
  const heirs = { ...MEMBERS, signers: [hashOf('cleo'), hashOf('dora'), hashOf('anna')] } as const;
  const finished = await roster.finish(heirs, 'cleo', 'anna');
  node.mine();
  await untilRow(replica, 'roster', roster.txid, 'the end of the recovery', (row) => row.head.txid === finished);
  expect((await eventsAt(replica, 'roster', lockingBytecode)).at(-1)).toMatchObject({
    kind: 'recovery',
    details: { phase: 'active', signerHashes: hex(heirs.signers) },
  });
  expect(await findsIt(lockingBytecodeOf(hashOf('cleo')), lockingBytecodeOf(hashOf('ben')))).toEqual([true, false]);
  node.reorganise(1, { keep: 'drop', transactions: 'none' });
  const back = await untilRow(
    replica,
    'roster',
    roster.txid,
    'the recovery as it ran',
    (row) => row.head.sequence === steps.length,
  );
  expect(back.head.commitment).toBe(head.commitment);
  // A roster that asks for no listing is not listed.
  expect(await rowsOf(replica, 'roster', hidden.txid)).toEqual([]);
  await replica.stop();
});

it('a transaction that announces a roster and opens none is refused', async () => {
  const replica = await fixture.replica();
  const target = lockingBytecodeOf(GUARDIAN.publicKeyHash);
  const forged = await signFake('forged roster', base.party(2), target, encodeRosterAnnouncement());
  fixture.node.mine(1, { transactions: [forged.hex] });
  await until('the verdict', async () => ((await replica.reader.verdicts()).FORGED === 1 ? true : undefined));
  expect(await rowsOf(replica, 'roster', forged.txid)).toEqual([]);
  await replica.stop();
});

it.each(['BCH', 'FUNGIBLE_TOKEN'] as const)(
  'a purse in %s is followed from payment to payment until it goes home, and back with its blocks',
  async (type) => {
    const { node } = fixture;
    const roster = await LiveRoster.open(node, base.party(type === 'BCH' ? 3 : 4));
    const { contract } = roster;
    const owner = contract.lockingBytecode;
    const asset: PurseAsset = type === 'BCH' ? { type } : { type, category: roster.mint(5_000_000n) };
    node.mine();
    const draft: PurseDraft = {
      asset,
      owner,
      signers: MEMBERS.signers,
      spender: spender.publicKeyHash,
      payees: [shop],
      limit: 100_000n,
      period: 144,
      amount: 500_000n,
    };
    const tip = { height: node.tip.height };
    const second = { ...draft, limit: 50_000n, amount: 300_000n };
    const opening = proposePurses(contract, roster.holdings, { opened: [draft, second] }, { tip });
    const opened = await roster.execute(opening, 'anna', 'cleo');
    node.mine();
    const decoded = decodeHex(node.transaction(opened)?.hex ?? '');
    const [first] = findPurses('devnet', opened, decoded, node.tip.height);
    if (first === undefined) throw new Error('Purses were opened');
    let purse: FoundPurse = first;
    const pay = async (amount: bigint): Promise<string> => {
      const built = buildPursePayment(
        { ...purse, payees: draft.payees, to: shop, amount },
        { height: node.tip.height },
      );
      const signed = await sign(spender, built);
      node.submit(signed.hex);
      const step = readPurseTransition(
        purse.contract,
        purse.coin,
        signed.txid,
        signed.transaction,
        node.tip.height + 1,
      );
      if (step?.kind !== 'payment') throw new Error('It is a payment');
      purse = { contract: step.contract, coin: step.coin };
      return signed.txid;
    };
    await pay(40_000n);
    node.mine();

    const replica = await fixture.replica();
    const isFirst = ({ terms: { vout } }: IndexedContract): boolean => vout === first.coin.outpoint.vout;
    const untilFirst = (what: string, fits: (row: IndexedContract) => boolean) =>
      untilRow(replica, 'purse', opened, what, (row) => isFirst(row) && fits(row));
    const { terms, head } = await untilFirst('a payment', ({ head: { sequence } }) => sequence === 2);
    expect(terms).toMatchObject({
      product: type === 'BCH' ? 'PURSE_BCH' : 'PURSE_TOKEN',
      sender: binToHex(owner),
      recipient: binToHex(lockingBytecodeOf(spender.publicKeyHash)),
      tokenCategory: asset.type === 'BCH' ? null : asset.category,
      totalAmount: 500_000n,
    });
    const held = () => purseUnits(purse.contract.terms, purse.coin);
    expect(head).toMatchObject({
      status: 'ACTIVE',
      releasedAmount: 40_000n,
      stateScriptHash: scriptHashOf(purse.contract.lockingBytecode),
    });
    expect(type === 'BCH' ? head.heldSatoshis : head.heldTokens).toBe(held());
    expect((await rowsOf(replica, 'purse', opened)).map(({ terms: { totalAmount } }) => totalAmount).sort()).toEqual([
      300_000n,
      500_000n,
    ]);

    const rested = purse;
    const paid = await pay(30_000n);
    node.mine();
    await untilFirst('another payment', (row) => row.head.txid === paid);
    node.reorganise(1, { keep: 'drop', transactions: 'none' });
    await untilFirst('the purse before it', ({ head: { sequence } }) => sequence === 2);
    purse = rested;
    const other = await pay(20_000n);
    node.mine();
    const again = await untilFirst('a rival payment', (row) => row.head.txid === other);
    expect(again.head.releasedAmount).toBe(60_000n);
    const events = await eventsAt(replica, 'purse', first.contract.lockingBytecode);
    expect(events.map(({ kind }) => kind)).toEqual(['fund', 'pay', 'pay']);
    expect(events.at(-1)).toMatchObject({
      paidToRecipient: 20_000n,
      details: {
        leftBase: purse.contract.left.toString(),
        heldBase: held().toString(),
        payeeHashes: [binToHex(partyHash(shop))],
      },
    });
    // It is also found by where it is now.
    expect(await eventsAt(replica, 'purse', purse.contract.lockingBytecode)).toEqual(events);

    const home = await sign(SIGNERS.ben, buildPurseHome(purse.contract, purse.coin));
    node.submit(home.hex);
    node.mine();
    const ended = await untilFirst('the way home', (row) => row.head.txid === home.txid);
    expect(ended.head).toMatchObject({ status: 'CANCELLED', state: null, heldSatoshis: 0n, heldTokens: 0n });

    // Two signers take the other one back, and open one with other terms: another purse.
    const [, left] = findPurses('devnet', opened, decoded);
    if (left === undefined) throw new Error('Two purses were opened');
    const renewed = { ...second, payees: [] };
    const change = { recalled: [left], opened: [renewed] };
    const changed = await roster.execute(
      proposePurses(contract, roster.holdings, change, { tip: { height: node.tip.height } }),
      'ben',
      'cleo',
    );
    node.mine();
    await untilRow(replica, 'purse', opened, 'its end', (row) => !isFirst(row) && row.head.txid === changed);
    expect((await eventsAt(replica, 'purse', left.contract.lockingBytecode)).map(({ kind }) => kind)).toEqual([
      'fund',
      'close',
    ]);
    await untilRow(replica, 'purse', changed, 'the renewed one', ({ head: { sequence } }) => sequence === 1);
    await replica.stop();
  },
);

it('a transaction that announces purses and opens none is refused', async () => {
  const replica = await fixture.replica();
  const { FORGED: before } = await replica.reader.verdicts();
  const terms = { spender: spender.publicKeyHash, list: payeeListHash([shop]), limit: 100_000n, period: 144 };
  const { signers } = MEMBERS;
  // A purse of a treasury that did not open it: input 0 is a coin of somebody's key.
  const treasury = (await LiveRoster.open(fixture.node, base.party(5))).contract.lockingBytecode;
  fixture.node.mine();
  const owned = { ...terms, asset: { type: 'BCH' }, owner: treasury, signers } as const;
  const { lockingBytecode } = createPurseContract(owned, 'devnet');
  const announcement = encodePurseAnnouncement({ type: 'BCH', signers, purses: [terms] });
  const forged = await signFake('forged purse', base.party(6), lockingBytecode, announcement);
  fixture.node.mine(1, { transactions: [forged.hex] });
  await until('the verdict', async () => ((await replica.reader.verdicts()).FORGED === before + 1 ? true : undefined));
  expect(await rowsOf(replica, 'purse', forged.txid)).toEqual([]);
  await replica.stop();
});
