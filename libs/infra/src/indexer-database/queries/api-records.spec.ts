import { binToHex } from '@bitauth/libauth';
import { encodeLockAnnouncement, lockEnd, type LockSchedule, outpointKey, partyOfKey } from '@weir/covenants';
import { fundedLanes, newCampaign } from '../../../test/campaigns.js';
import { newCurrencyPayment, stepCurrency } from '../../../test/currency.js';
import { useDatabase } from '../../../test/database.js';
import { newPlan } from '../../../test/plans.js';
import { openNewPurse } from '../../../test/purses.js';
import { fund, newStream, randomHex } from '../../../test/streams.js';
import { newVault } from '../../../test/vaults.js';
import { createAirdropsRepository } from '../../database/airdrops/airdrops.repository.js';
import { createCurrencyPaymentsRepository } from '../../database/currency/currency-payments.repository.js';
import type { NewPlan, NewPlanList, NewPlanRecipient } from '../../database/plans/plan-record.js';
import { createPlansRepository } from '../../database/plans/plans.repository.js';
import { createStreamsRepository } from '../../database/streams/streams.repository.js';
import { createVaultsRepository } from '../../database/vaults/vaults.repository.js';
import type { ContractTerms } from '../sync/sync-records.js';
import { createApiRecordsReader } from './api-records.js';

const KEY = '5e'.repeat(20);
const SCRIPT = `aa20${'7f'.repeat(32)}87`;
const RECIPIENT = '7e'.repeat(20);
const PRINCIPAL = 1_000_000n;
const SCHEDULE: LockSchedule = { start: 1_700_000_000n, cliff: 1_700_000_500n, step: 100n, steps: 10n };

const bytecodeOf = (key: string): string => binToHex(partyOfKey(key));

/** A stream of a plan on the chain, of somebody else unless the changes name another sender. */
const onChain = (changes: Partial<ContractTerms> = {}): ContractTerms => {
  const script = randomHex(32);
  return {
    txid: randomHex(32),
    vout: 1,
    product: 'PLAN_VESTING_BCH',
    family: 'stream',
    contractAddress: `bchtest:${script}`,
    lockingBytecode: `aa20${script}87`,
    scriptHash: script,
    announcement: `6a${randomHex(40)}`,
    sender: bytecodeOf(KEY),
    recipient: bytecodeOf(RECIPIENT),
    tokenCategory: null,
    totalAmount: PRINCIPAL,
    plan: { category: 'ca'.repeat(32), index: 1, group: 0, commitment: '01' },
    fundedHeight: 1,
    fundedTime: 1,
    ...changes,
  };
};

/** A lock on the chain, the second of its funding, by the second schedule of the announcement. */
const lockOnChain = (changes: Partial<ContractTerms> = {}, sender = KEY): ContractTerms =>
  onChain({
    product: 'LOCK_BCH',
    sender: bytecodeOf(sender),
    announcement: binToHex(
      encodeLockAnnouncement({
        asset: 'BCH',
        sender: partyOfKey(sender),
        schedules: [{ ...SCHEDULE, steps: 20n }, SCHEDULE],
      }),
    ),
    plan: { category: '', index: 2, group: 1, commitment: '' },
    ...changes,
  });

const recipient = (index: number, changes: Partial<NewPlanRecipient> = {}): NewPlanRecipient => ({
  index,
  recipient: `bchtest:${RECIPIENT}`,
  recipientHash: RECIPIENT,
  label: null,
  principal: PRINCIPAL,
  schedule: {
    kind: 'VESTING',
    start: Number(SCHEDULE.start),
    end: Number(lockEnd(SCHEDULE)),
    cliffSeconds: Number(SCHEDULE.cliff - SCHEDULE.start),
    stepSeconds: Number(SCHEDULE.step),
  },
  ...changes,
});

const salary: NewPlanRecipient['schedule'] = {
  kind: 'RECURRING',
  firstDue: 1_700_000_000,
  intervalSeconds: 86_400,
  interval: 'DAILY',
  periods: 10,
  amountPerPeriod: 100_000n,
  endDate: null,
};

const lockPlan = (senderHash: string): NewPlan => ({
  ...newPlan(''),
  product: 'LOCK_BCH',
  senderHash,
  nonce: null,
  paymentFee: null,
  reserveFloor: null,
  cancelFills: null,
  moveDelay: 0,
});

/** Parts of one row each. */
const listOf = (announcement: string | null, ...rows: readonly NewPlanRecipient[]): NewPlanList => ({
  defaults: {},
  parts: rows.map((row) => ({ announcement, recipients: [row] })),
});

const UNCONFIRMED = { status: 'PENDING', fundingTxHash: null, releasedAmount: 0n, steps: 0, lastTxHash: null };

describe('createApiRecordsReader', () => {
  const database = useDatabase();
  const records = database.over(createApiRecordsReader);
  const plans = database.over(createPlansRepository);
  const streams = database.over(createStreamsRepository);
  const currency = database.over(createCurrencyPaymentsRepository);
  const airdrops = database.over(createAirdropsRepository);
  const vaults = database.over(createVaultsRepository);

  const find = async (...contracts: readonly ContractTerms[]) => {
    const found = await records.find(contracts);
    return contracts.map((contract) => found.get(outpointKey(contract)));
  };

  it.each([
    ['a key', KEY],
    ['a vault', SCRIPT],
  ])('finds each row of a plan of %s before its funding is confirmed', async (_, senderHash) => {
    const announcement = `6a${randomHex(40)}`;
    const rows = [recipient(1), recipient(2, { schedule: salary })];
    await plans.create({ ...newPlan(randomHex(16)), senderHash }, listOf(announcement, ...rows));
    const sender = bytecodeOf(senderHash);
    const row = (index: number, changes: Partial<ContractTerms> = {}) =>
      onChain({ announcement, sender, plan: { category: '', index, group: 0, commitment: '' }, ...changes });
    expect(await find(row(1), row(2))).toEqual([
      { ...UNCONFIRMED, product: 'stream' },
      { ...UNCONFIRMED, product: 'payment' },
    ]);
    const others = [
      row(3),
      row(1, { announcement: `6a${randomHex(40)}` }),
      row(1, { sender: bytecodeOf('5f'.repeat(20)) }),
      row(1, { recipient: bytecodeOf('7d'.repeat(20)) }),
      row(1, { tokenCategory: 'ab'.repeat(32) }),
      row(1, { totalAmount: PRINCIPAL + 1n }),
    ];
    expect(await find(...others)).toEqual(others.map(() => undefined));
  });

  it.each([
    ['a key', '5a'.repeat(20)],
    ['a vault', `aa20${'5a'.repeat(32)}87`],
  ])('finds each lock of a list of %s before its funding is confirmed', async (_, sender) => {
    await plans.create(
      lockPlan(sender),
      listOf(null, recipient(1), recipient(2, { principal: 3_000n }), recipient(3, { principal: 5_000n })),
    );
    expect(await find(lockOnChain({}, sender), lockOnChain({ totalAmount: 5_000n }, sender))).toEqual([
      { ...UNCONFIRMED, product: 'stream' },
      { ...UNCONFIRMED, product: 'stream' },
    ]);
    const others = [
      lockOnChain({}, '5b'.repeat(20)),
      lockOnChain({ recipient: bytecodeOf('7d'.repeat(20)) }, sender),
      lockOnChain({ totalAmount: PRINCIPAL + 1n }, sender),
      lockOnChain({ tokenCategory: 'ab'.repeat(32) }, sender),
      lockOnChain({ plan: { category: '', index: 1, group: 0, commitment: '' } }, sender),
      // Made by a claim, whose campaign is announced.
      lockOnChain({ plan: null }, sender),
    ];
    expect(await find(...others)).toEqual(others.map(() => undefined));
  });

  it('finds the record that follows each of several equal locks, then one that waits for its funding', async () => {
    const contract = { contract: 'LOCK', cancelable: false, cancelNoticeBlocks: 0, initialCommitment: '' } as const;
    const script = randomHex(32);
    const lock = () => {
      const stream = newStream({ ...contract, scriptHash: script, nonce: null, senderHash: KEY });
      return streams.insert({
        ...stream,
        place: { ...stream.place, announcement: null, group: null, reserve: 0n },
      });
    };
    const [first, second] = [await lock(), await lock()];
    // Of a list, the funding of which has no lock at the place of its row.
    const funded = lockOnChain({ scriptHash: script, plan: { category: '', index: 5, group: 1, commitment: '' } });
    const twin = lockOnChain({ scriptHash: script });
    const noCategory = { category: '' };
    await streams.withStream(first.id, (scope) => fund(scope, funded.txid, funded.vout, noCategory));
    expect(await find(funded, twin)).toMatchObject([
      { status: 'ACTIVE', fundingTxHash: funded.txid, steps: 1, lastTxHash: funded.txid },
      { status: 'PENDING', fundingTxHash: null, steps: 0 },
    ]);
    const other = randomHex(32);
    await streams.withStream(second.id, (scope) => fund(scope, other, 1, noCategory));
    const [own, another] = await find(funded, twin);
    expect(own).toMatchObject({ fundingTxHash: funded.txid });
    expect([funded.txid, other]).toContain(another?.fundingTxHash);
    await plans.create(lockPlan(KEY), listOf(null, recipient(1)));
    expect(await find(funded, twin)).toMatchObject([{ fundingTxHash: funded.txid }, { fundingTxHash: null }]);
  });

  it.each([
    ['a key', KEY],
    ['a vault', SCRIPT],
  ])('finds a campaign of %s before and after its funding is confirmed', async (_, creatorHash) => {
    const campaign = newCampaign({ creatorHash });
    const { id } = await airdrops.insert(campaign);
    const contract = onChain({
      product: 'AIRDROP_PUBLIC_BCH',
      family: 'airdrop',
      sender: bytecodeOf(creatorHash),
      recipient: null,
      lockingBytecode: campaign.contract?.lockingBytecode ?? '',
      plan: null,
    });
    expect(await find(contract, onChain({ family: 'airdrop', plan: null }))).toEqual([
      { ...UNCONFIRMED, product: 'airdrop' },
      undefined,
    ]);
    const funding = fundedLanes();
    await airdrops.withCampaign(id, (scope) => scope.activate(funding));
    expect(await find(contract)).toMatchObject([
      { product: 'airdrop', status: 'ACTIVE', fundingTxHash: funding.txHash, steps: 1 },
    ]);
  });

  it('finds a payment in a currency before and after its funding is confirmed, at its own output', async () => {
    const script = randomHex(32);
    const [stored] = await currency.insert([newCurrencyPayment({ scriptHash: script })]);
    const id = stored?.id ?? '';
    const contract = onChain({ product: 'CURRENCY_PAYMENT', family: 'currency', scriptHash: script });
    expect(await find(contract, onChain({ family: 'currency' }))).toEqual([
      { ...UNCONFIRMED, product: 'currency_payment' },
      undefined,
    ]);
    const { txid: txHash, vout } = contract;
    await currency.withPayment(id, (scope) =>
      stepCurrency(scope, { kind: 'fund', satoshis: 1_000_000n, vout }, txHash),
    );
    // Another payment of the same funding, at the same script, is not this record's.
    expect(await find(contract, { ...contract, vout: vout + 1 })).toEqual([
      {
        product: 'currency_payment',
        status: 'ACTIVE',
        fundingTxHash: txHash,
        releasedAmount: 0n,
        steps: 1,
        lastTxHash: txHash,
      },
      undefined,
    ]);
  });

  it('finds a purse by the output that opened it, and what it paid', async () => {
    const { id } = await vaults.insert(newVault());
    const contract = onChain({ product: 'PURSE_BCH', family: 'purse', plan: null });
    const { txid, vout, contractAddress, lockingBytecode } = contract;
    expect(await find(contract)).toEqual([undefined]);
    await openNewPurse(database.db, id, { openedTxid: txid, openedVout: vout, contractAddress, lockingBytecode });
    const opened = {
      product: 'purse',
      status: 'ACTIVE',
      fundingTxHash: txid,
      releasedAmount: 0n,
      steps: 1,
      lastTxHash: txid,
    };
    // Not another output, nor another transaction that opens the same script.
    expect(await find(contract, { ...contract, vout: vout + 1 }, { ...contract, txid: randomHex(32) })).toEqual([
      opened,
      undefined,
      undefined,
    ]);
  });

  it('finds a roster by the category of its state, before and after its deposit', async () => {
    const category = randomHex(32);
    const [parties, unknown] = [[], { contractAddress: null, lockingBytecode: '', scriptHash: '' }];
    const roster = { guardianHash: '00'.repeat(20), quietBlocks: 144, reviewBlocks: 144, parties };
    const { id } = await vaults.insert(newVault({ roster, ...unknown }));
    const contract = onChain({
      product: 'ROSTER',
      family: 'roster',
      recipient: null,
      plan: { category, index: 0, group: 0, commitment: '' },
    });
    expect(await find(contract)).toEqual([undefined]);
    expect(await vaults.withVault(id, (scope) => scope.awaitCategory(category))).toBe(true);
    expect(await find(contract)).toEqual([{ ...UNCONFIRMED, product: 'vault' }]);
    // Nobody else waits for it.
    const { id: other } = await vaults.insert(newVault({ roster, ...unknown }));
    expect(await vaults.withVault(other, (scope) => scope.awaitCategory(category))).toBe(false);
    expect(await vaults.categoriesOfOthers(other, [category, randomHex(32)])).toEqual(new Set([category]));
    expect(await vaults.categoriesOfOthers(id, [category])).toEqual(new Set());
  });

  it('finds nothing for no contracts', async () => {
    expect(await records.find([])).toEqual(new Map());
  });
});
