import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import { sql } from 'kysely';
import type {
  ActivityEntriesResponse,
  ActivityEntry,
  ActivityLine,
  IndexedPaymentResponse,
  IndexedStreamResponse,
  RefundResponse,
  VaultStateResponse,
} from '@weir/api-contract';
import { createDatabase } from '@weir/infra';
import { eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createActiveList, payAirdropClaim, readAirdrop, relayClaim } from '../support/airdrop-scenario.js';
import { type Client, type Refusal, succeeded } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { startIndexerBeside, type IndexerBeside } from '../support/indexer-beside.js';
import { payOutputs } from '../support/pay-outputs.js';
import { claimPeriods, createActivePayment, NOTICE } from '../support/payment-scenario.js';
import { createActivePlan } from '../support/plan-scenario.js';
import { createActiveStream, payCancel, payClaim } from '../support/stream-scenario.js';
import { BCH, TOKENS } from '../support/test-asset.js';
import { carryOut, confirmExecution, createActiveVault, propose, sendTo } from '../support/vault-scenario.js';

const DAY = 86_400;
/** Lines of an export that no socket takes at once: some 15 MB. */
const MANY = 50_000;

let fixture: Fixture;
let indexer: IndexerBeside;
beforeAll(async () => {
  fixture = await startFixture();
  indexer = await startIndexerBeside(fixture);
});
afterAll(async () => {
  await indexer.stop();
  await fixture.stop();
});

const lockingBytecodeAt = (address: string): string => {
  const read = cashAddressToLockingBytecode(address);
  if (typeof read === 'string') throw new Error(read);
  return binToHex(read.bytecode);
};

interface Export {
  readonly lines: readonly ActivityLine[];
  readonly count: number;
}
const linesOf = async (
  address: string,
  client: Client = fixture.client,
  more = '',
): Promise<readonly ActivityLine[]> => {
  const { lines, count } = await succeeded(
    client.get<Export>(`/api/exports/activity?format=json&address=${address}${more}`),
  );
  expect(count).toBe(lines.length);
  return lines;
};

/** The list of payments by pages of two. */
const entriesOf = async (
  address: string,
  client: Client = fixture.client,
  cursor = '',
): Promise<readonly ActivityEntry[]> => {
  const { entries, nextCursor } = await succeeded(
    client.get<ActivityEntriesResponse>(`/api/activity?limit=2&address=${address}${cursor}`),
  );
  if (nextCursor === null) return entries;
  return [...entries, ...(await entriesOf(address, client, `&cursor=${nextCursor}`))];
};

/** What a line or an entry says of money. */
const moved = ({
  txHash,
  kind,
  direction,
  amountBase,
}: Pick<ActivityEntry, 'txHash' | 'kind' | 'direction' | 'amountBase'>) =>
  `${txHash} ${kind} ${direction} ${amountBase}`;

/** The list has what the export has, the newest first, each funding with its reserve. */
const assertListed = async (lines: readonly ActivityLine[], address: string, client?: Client): Promise<void> => {
  const entries = await entriesOf(address, client);
  const times = entries.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(entries.map(moved).sort()).toEqual(
    lines.flatMap((line) => (line.kind === 'reserve' ? [] : [moved({ ...line, kind: line.kind })])).sort(),
  );
  const reserved = lines.filter(({ kind }) => kind === 'reserve').map(({ amountBase }) => amountBase);
  expect(entries.flatMap(({ feesBase }) => (feesBase === '0' ? [] : feesBase)).sort()).toEqual(reserved.sort());
};

type Book = Pick<ActivityLine, 'txHash' | 'direction' | 'amountBase'>;

/** Waits until the indexer has read all blocks. */
const indexed = async (): Promise<void> => {
  await fixture.mine();
  const { height: tip } = fixture.devnet.node.tip;
  await eventually(async () =>
    expect(await (await fetch(`${indexer.url}/indexer/status`)).json()).toMatchObject({ height: tip }),
  );
};

/** What books must say of a contract, by what the indexer read of its chain; without reserves, which it does not report. */
const booksOf = async (list: 'streams' | 'payments', address: string, side: 'sender' | 'recipient') => {
  await indexed();
  const answer = await fetch(`${indexer.url}/indexer/${list}/${address}`);
  const found = (await answer.json()) as Partial<IndexedStreamResponse & IndexedPaymentResponse>;
  const total = (found.stream ?? found.payment)?.totalAmountBase ?? '';
  return (found.events ?? []).flatMap(({ event, txHash, paidToRecipientBase, paidToSenderBase }): Book[] => {
    if (side === 'recipient') return [{ txHash, direction: 'in', amountBase: paidToRecipientBase }];
    if (event === 'fund') return [{ txHash, direction: 'out', amountBase: total }];
    return [
      { txHash, direction: 'contract', amountBase: paidToRecipientBase },
      { txHash, direction: 'in', amountBase: paidToSenderBase },
    ];
  });
};

const inOrder = (lines: readonly Book[]) =>
  lines
    .filter(({ amountBase }) => amountBase !== '0')
    .map(({ txHash, direction, amountBase }) => `${txHash} ${direction} ${amountBase}`)
    .sort();

/** Running totals are what came less what went, line for line. */
const assertTotals = (lines: readonly ActivityLine[]): void => {
  const totals = new Map<string, bigint>();
  for (const { asset, direction, amountBase, runningTotalBase } of lines) {
    const change = { in: 1n, out: -1n, contract: 0n }[direction] * BigInt(amountBase);
    totals.set(asset, (totals.get(asset) ?? 0n) + change);
    expect(runningTotalBase).toBe(totals.get(asset)?.toString());
  }
};

const compare = async (
  list: 'streams' | 'payments',
  contract: string,
  sender: Wallet,
  recipient: Wallet,
): Promise<void> => {
  for (const [side, wallet] of [
    ['sender', sender],
    ['recipient', recipient],
  ] as const) {
    const lines = await linesOf(wallet.address);
    assertTotals(lines);
    expect(inOrder(lines.filter(({ kind }) => kind !== 'reserve'))).toEqual(
      inOrder(await booksOf(list, contract, side)),
    );
  }
};

describe('an export', () => {
  it('has what a claim of a list that vests paid once: from the campaign to its lock, and from the lock to its owner', async () => {
    const claimer = fixture.wallet(1_000_000n);
    const startTime = fixture.time() - 100_000;
    const vesting = { streamType: 'LINEAR', startTime, endTime: startTime + 200_000 };
    const { path, creator, id } = await createActiveList(fixture, [claimer], { vesting });
    const { lock, txHash, claimedAmountBase } = await succeeded(relayClaim(fixture, path, claimer));
    expect(await linesOf(claimer.address)).toEqual([]);
    const lockPath = `/api/streams/${lock?.id ?? ''}`;
    const paid = await payClaim(fixture, { path: lockPath, recipient: claimer });
    const { txHash: paidBy, claimedAmount } = paid;
    await succeeded(fixture.client.post(`${lockPath}/confirm-claim`, { txHash: paidBy, claimedAmount }));
    const [line, ...others] = await linesOf(claimer.address);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ direction: 'in', txHash: paid.txHash, amountBase: paid.claimedBase.toString() });
    const given = await linesOf(creator.address);
    assertTotals(given);
    expect(given.map(({ recordId }) => recordId)).toEqual(given.map(() => id));
    expect(given.filter(({ kind }) => kind === 'claim')).toMatchObject([
      { direction: 'contract', txHash, amountBase: claimedAmountBase },
    ]);
  });

  it('names the plan of what funds its members', async () => {
    const { sender, created } = await createActivePlan(fixture, 2);
    const lines = await linesOf(sender.address);
    expect(lines.map(({ kind }) => kind).sort()).toEqual(['funding', 'funding', 'reserve', 'reserve']);
    const named = { planId: created.plan.id, planDisplayId: created.plan.plan_id };
    expect(lines).toMatchObject(lines.map(() => named));
    expect(new Set(lines.map(({ recordId }) => recordId)).size).toBe(2);
    const sum = (kind: string) =>
      lines.reduce((total, line) => (line.kind === kind ? total + BigInt(line.amountBase) : total), 0n).toString();
    const [funding, ...others] = await entriesOf(sender.address);
    expect(others).toEqual([]);
    expect(funding).toMatchObject({
      ...named,
      kind: 'funding',
      count: 2,
      counterparty: null,
      amountBase: sum('funding'),
      feesBase: sum('reserve'),
    });
  });

  it.each([
    ['BCH', BCH],
    ['tokens', TOKENS],
  ] as const)("has the indexer's figures of a stream of %s through its life", async (_, asset) => {
    const stream = await createActiveStream(fixture, { description: '=1+1, "x"' }, asset);
    await fixture.advance(DAY);
    const { txHash, claimedAmount, claimedBase } = await payClaim(fixture, stream);
    const amount = asset === TOKENS ? claimedBase.toString() : claimedAmount;
    await succeeded(fixture.client.post(`${stream.path}/confirm-claim`, { txHash, claimedAmount: amount }));
    const cancel = await payCancel(fixture, stream);
    await succeeded(fixture.client.post(`${stream.path}/confirm-cancel`, { txHash: cancel }));
    await fixture.mine(NOTICE);
    await succeeded(fixture.client.post<RefundResponse>(`${stream.path}/refund`));
    await compare('streams', stream.created.stream.contract_address, stream.sender, stream.recipient);
    const lines = await linesOf(stream.sender.address);
    expect(lines.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['funding', 'reserve', 'push', 'refund']));
    expect(new Set(lines.map(({ recordId }) => recordId))).toEqual(new Set([stream.id]));
    await assertListed(lines, stream.sender.address);
    await assertListed(await linesOf(stream.recipient.address), stream.recipient.address);
    const both = `${stream.sender.address},${stream.recipient.address}`;
    await assertListed(await linesOf(both), both);

    const csv = await fixture.client.raw('GET', `/api/exports/activity?address=${stream.sender.address}`, undefined, {
      accept: '*/*',
    });
    expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head = '', ...rows] = csv.body.trimEnd().split('\r\n');
    expect(head.split(',').slice(0, 5)).toEqual(['\uFEFFtime', 'timestamp', 'tx_hash', 'direction', 'kind']);
    expect(rows).toHaveLength(lines.length);
    expect(head).toContain(',amount_decimal,running_total_decimal,');
    expect(head).toMatch(
      /,plan_id,plan_display_id,address,recipient_name,payday,periods,payday_time,currency,currency_amount,price,price_time,price_number,period_amount_base$/u,
    );
    for (const row of rows) expect(row).toMatch(/,"'=1\+1, ""x""",.*,,bchtest:[^,]+,{10}$/u);
    // A token that nobody named has no decimals; BCH has its eight.
    for (const { asset: of, symbol, amount: number, amountDecimal, runningTotal, runningTotalDecimal } of lines)
      expect([
        symbol,
        amountDecimal && Number(amountDecimal),
        runningTotalDecimal && Number(runningTotalDecimal),
      ]).toEqual(of === 'BCH' ? ['BCH', number, runningTotal] : [null, null, null]);
  });

  it("has the indexer's figures of a payment and a campaign", async () => {
    const payment = await createActivePayment(fixture, {}, BCH);
    const claimers = [fixture.wallet(), fixture.wallet(10_000_000n)] as const;
    const drop = await createActiveList(fixture, claimers, {}, TOKENS);
    await fixture.advance(2 * DAY + 60);
    await claimPeriods(fixture, payment);
    await compare('payments', payment.created.payment.contract_address, payment.sender, payment.recipient);

    await relayClaim(fixture, drop.path, claimers[0]);
    const txHash = await payAirdropClaim(fixture, drop.path, claimers[1]);
    await succeeded(fixture.client.post(`${drop.path}/confirm-claim`, { txHash }));
    const { campaign } = await readAirdrop(fixture, drop.path);
    await indexed();
    const row = (await indexer.rows('airdrops')).find(
      ({ contractAddress }) => contractAddress === campaign.contract_address,
    );
    const creators = await linesOf(drop.creator.address);
    assertTotals(creators);
    const sum = (lines: readonly ActivityLine[]): string =>
      lines.reduce((total, { amountBase }) => total + BigInt(amountBase), 0n).toString();
    const funded = fixture.devnet.node.transaction(drop.fundingTxHash)?.outputs ?? [];
    // The lanes' states, and the tokens beside them.
    const creatorsOwn = lockingBytecodeAt(drop.creator.address);
    const held = funded
      .filter(({ token, lockingBytecode }) => token !== undefined && lockingBytecode !== creatorsOwn)
      .reduce((satoshis, output) => satoshis + output.satoshis, 0n);
    expect(creators.filter(({ direction }) => direction === 'out')).toMatchObject([
      { kind: 'funding', txHash: drop.fundingTxHash, amountBase: row?.totalAmountBase },
      { kind: 'reserve', txHash: drop.fundingTxHash, asset: 'BCH', amountBase: `${held}` },
    ]);
    const paid = creators.filter(({ direction }) => direction === 'contract');
    expect(sum(paid)).toBe(row?.releasedAmountBase);
    const claims: ActivityLine[] = [];
    for (const { address } of claimers) claims.push(...(await linesOf(address)));
    for (const { address } of claimers) await assertListed(await linesOf(address), address);
    const [claimed, funding, ...others] = await entriesOf(drop.creator.address);
    expect(others).toEqual([]);
    expect(claimed).toMatchObject({
      kind: 'claim',
      direction: 'contract',
      count: 2,
      amountBase: row?.releasedAmountBase,
    });
    expect(funding).toMatchObject({ kind: 'funding', amountBase: row?.totalAmountBase, feesBase: `${held}` });
    expect(inOrder(claims)).toEqual(inOrder(paid.map((line) => ({ ...line, direction: 'in' }))));
    expect(paid.map(({ counterparty }) => counterparty).sort()).toEqual(claimers.map(({ address }) => address).sort());
  });

  it('shows what private vaults pay to their proven members alone', async () => {
    const vault = await createActiveVault(fixture);
    const recipient = fixture.wallet();
    const proposal = await propose(fixture, vault, { recipient: recipient.address });
    const txHash = await carryOut(fixture, vault, proposal.id);
    await succeeded(confirmExecution(fixture, vault, proposal.id, txHash));
    const { contractAddress } = vault.created;
    const [signer] = vault.signers;
    for (const address of [contractAddress, recipient.address]) {
      expect(await linesOf(address)).toEqual([]);
      expect(await linesOf(address, fixture.client.as(signer.address))).toEqual([]);
      expect(await linesOf(address, await fixture.client.signedInAs(recipient))).toEqual([]);
      expect(await entriesOf(address)).toEqual([]);
      expect(await entriesOf(address, await fixture.client.signedInAs(recipient))).toEqual([]);
    }
    const member = await fixture.client.signedInAs(signer);
    const lines = await linesOf(contractAddress, member);
    assertTotals(lines);
    // Those of one second have the order of their hashes.
    expect([...lines].sort((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
      { kind: 'deposit', direction: 'in', txHash: vault.depositTxHash },
      { kind: 'payout', direction: 'out', txHash, amount: 0.1, counterparty: recipient.address, memo: 'Rent' },
    ]);
    expect(await linesOf(recipient.address, member)).toMatchObject([
      { kind: 'payout', direction: 'in', amount: 0.1, counterparty: contractAddress, displayId: proposal.proposalId },
    ]);
    await assertListed(lines, contractAddress, member);
  });

  it('has each later payment to a vault once, reported or not; change is not a deposit, and reverted payments are gone', async () => {
    const vault = await createActiveVault(fixture);
    const { contractAddress } = vault.created;
    const member = await fixture.client.signedInAs(vault.signers[0]);
    const signer = fixture.client.as(vault.signers[0].address);
    const look = () => succeeded(signer.get<VaultStateResponse>(`${vault.path}/state`));
    const reported = await sendTo(fixture, vault, 50_000n);
    await succeeded(signer.post(`${vault.path}/update-balance`, { txid: reported, amount: 0.0005 }));
    const unreported = await sendTo(fixture, vault, 70_000n);
    const { category, transaction } = fixture.devnet.node.mint(lockingBytecodeAt(contractAddress), { amount: 900n });
    await fixture.mine();
    await look();
    await look();
    const proposal = await propose(fixture, vault);
    const payout = await carryOut(fixture, vault, proposal.id);
    await succeeded(confirmExecution(fixture, vault, proposal.id, payout));
    await look();
    const lines = await linesOf(contractAddress, member);
    assertTotals(lines);
    const shown = (some: readonly ActivityLine[]) =>
      some.map(({ kind, txHash, asset, amountBase }) => [kind, txHash, asset, amountBase]);
    const [{ satoshis } = { satoshis: 0n }] = transaction.outputs;
    expect(shown(lines).sort()).toEqual(
      [
        ['deposit', vault.depositTxHash, 'BCH', '100000000'],
        ['deposit', reported, 'BCH', '50000'],
        ['deposit', unreported, 'BCH', '70000'],
        ['deposit', transaction.txid, 'BCH', `${satoshis}`],
        ['deposit', transaction.txid, category, '900'],
        ['payout', payout, 'BCH', '10000000'],
      ].sort(),
    );
    const lost = await payOutputs(fixture, vault.creator, [{ to: contractAddress, satoshis: 5_000n }]);
    await look();
    expect(shown(await linesOf(contractAddress, member))).toContainEqual(['deposit', lost, 'BCH', '5000']);
    fixture.devnet.node.drop(lost);
    await look();
    expect(await linesOf(contractAddress, member)).toEqual(lines);
  });

  it('begins where it is asked to, with what was before in the totals', async () => {
    const stream = await createActiveStream(fixture);
    const all = await linesOf(stream.sender.address);
    const { timestamp = 0 } = all[0] ?? {};
    expect(await linesOf(stream.sender.address, fixture.client, `&to=${timestamp - 1}`)).toEqual([]);
    expect(await linesOf(stream.sender.address, fixture.client, `&from=${timestamp}`)).toEqual(all);
    expect(await linesOf(stream.sender.address, fixture.client, `&from=${timestamp + 1}`)).toEqual([]);
    const refused = await fixture.client.get<Refusal>('/api/exports/activity?address=nobody');
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_ADDRESS']);
    const turned = await fixture.client.get<Refusal>(
      `/api/exports/activity?address=${stream.sender.address}&from=2&to=1`,
    );
    const lost = await fixture.client.get<Refusal>(`/api/activity?address=${stream.sender.address}&cursor=lost`);
    expect([lost.status, lost.body.code]).toEqual([400, 'INVALID_CURSOR']);
    expect([turned.status, turned.body.code]).toEqual([400, 'INVALID_TIME']);
  });

  it('has a place of its own while it is read, and gives it back to the next when it is left', async () => {
    const { sender } = await createActiveStream(fixture);
    const narrow = await fixture.listen({ EXPORTS_NETWORK: '1' });
    const database = createDatabase({ url: fixture.config.databaseUrl, statementTimeoutMs: 0 });
    // Far more than sockets take, so that who reads nothing is not done.
    await database.connection().execute(async (connection) => {
      await sql`SET session_replication_role = replica`.execute(connection);
      await sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, paid_to_recipient,
          paid_to_sender, locktime, source, state_before)
        SELECT 'stream', id, step, 'claim', md5(id::text || step) || md5(step || id::text), repeat('ab', 32), 0, 1000, 0, 1700000000, 'chain', '{}'
        FROM streams, generate_series(100, ${MANY + 99}::integer) AS step WHERE sender = ${sender.address}`.execute(
        connection,
      );
      await sql`SET session_replication_role = DEFAULT`.execute(connection);
    });
    await database.destroy();
    const url = `${narrow}/api/exports/activity?format=csv&address=${sender.address}`;
    const slow = await fetch(url);
    expect(slow.status).toBe(200);
    const second = await fetch(url);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10']);
    await slow.body?.cancel();
    let third = await fetch(url);
    // Until the service knows that the first is gone.
    while (third.status === 429) third = await fetch(url);
    const rows = (await third.text()).trimEnd().split('\r\n');
    expect(rows.length).toBeGreaterThan(MANY);
  });
});
