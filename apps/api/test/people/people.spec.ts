import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { convertIcsCalendar } from 'ts-ics';
import type { CalendarLinkResponse, InboxResponse, PriceResponse } from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { createWallet, type Wallet } from '@weir/wallet';
import { type Client, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { createActivePayment, createPayment, DAY } from '../support/payment-scenario.js';
import { createActivePlan } from '../support/plan-scenario.js';
import { createActiveStream, payCancel } from '../support/stream-scenario.js';
import { TOKENS } from '../support/test-asset.js';
import { createActiveVault, propose } from '../support/vault-scenario.js';

const fixture = useFixture();

describe('GET /api/inbox', () => {
  const read = async (wallets: readonly Wallet[], more = '', client: Client = fixture.client): Promise<InboxResponse> =>
    succeeded(client.get(`/api/inbox?addresses=${wallets.map(({ address }) => address).join(',')}${more}`));
  const brief = ({ items }: InboxResponse) =>
    items.map(({ roles, event }) => [event.kind, event.record.id, roles.join()]);

  it('lists what matters to addresses, the newest first, page by page', async () => {
    const stream = await createActiveStream(fixture);
    await fixture.advance(3_600);
    const txHash = await payCancel(fixture, stream);
    await succeeded(fixture.client.post(`${stream.path}/confirm-cancel`, { txHash }));
    const { recipient } = stream;
    const payment = await createActivePayment(fixture, { recipient: recipient.address, recipientName: 'Ada' });
    const expected = [
      ['funded', payment.id, 'recipient'],
      ['cancelled', stream.id, 'recipient'],
      ['funded', stream.id, 'recipient'],
    ];
    await eventually(async () => expect(brief(await read([recipient]))).toEqual(expected));
    const first = await read([recipient], '&limit=2');
    const rest = await read([recipient], `&limit=2&cursor=${first.nextCursor}`);
    expect([...brief(first), ...brief(rest)]).toEqual(expected);
    expect(first.items.map(({ title }) => title)).toEqual(['Ada', null]);
    expect(rest.nextCursor).toBeNull();
    const both = await read([recipient, payment.sender]);
    expect(both.items.map(({ address }) => address)).toContain(recipient.address);
    expect(new Set(both.items.map(({ event }) => event.id)).size).toBe(both.items.length);
    expect((await read([fixture.wallet()])).items).toEqual([]);
  });

  it('reports the funding of a plan to its sender once, and to each recipient', async () => {
    const recipient = fixture.wallet();
    const salaries = Array.from({ length: 2 }, () => ({ recipient: recipient.address, amount: 0.01 }));
    const plan = await createActivePlan(fixture, 0, {
      product: 'recurring',
      interval: 'DAILY',
      end: undefined,
      streams: salaries,
    });
    await eventually(async () =>
      expect(brief(await read([recipient])).map(([kind]) => kind)).toEqual(salaries.map(() => 'funded')),
    );
    expect(brief(await read([plan.sender]))).toEqual([['funded', plan.id, 'sender']]);
  });

  it('shows what happens to private vaults to members who prove it', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault);
    const [signer] = vault.signers;
    const proven = await fixture.client.signedInAs(signer);
    await eventually(async () =>
      expect(brief(await read([signer], '', proven))).toContainEqual([
        'proposed',
        id,
        expect.stringContaining('signer'),
      ]),
    );
    const stranger = await fixture.client.signedInAs(fixture.wallet());
    for (const client of [fixture.client, fixture.client.as(signer.address), stranger])
      expect((await read([signer], '', client)).items).toEqual([]);
  });

  it('refuses forged places and strange addresses', async () => {
    const { address } = fixture.wallet();
    expect(await fixture.client.get(`/api/inbox?addresses=${address}&cursor=x`)).toMatchObject(
      refusal(400, 'INVALID_CURSOR'),
    );
    expect(await fixture.client.get('/api/inbox?addresses=x')).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
  });
});

describe('calendars', () => {
  const link = async (wallet: Wallet): Promise<CalendarLinkResponse> =>
    succeeded((await fixture.client.signedInAs(wallet)).post('/api/calendar'));
  const file = async (path: string) => fixture.client.raw('GET', path);

  it('show three parsers the coming payments to and from an address', async () => {
    const owner = fixture.wallet(100_000_000n, 1_000_000n);
    const start = fixture.time() + DAY;
    const salary = await createActivePayment(fixture, {
      recipient: owner.address,
      startDate: start,
      recipientName: 'Ada, "the; one"\\n — grüße 团队',
    });
    await createActiveStream(
      fixture,
      { recipient: owner.address, endTime: start + 9 * DAY, cliffTimestamp: start + 2 * DAY },
      TOKENS,
    );
    const { path, address } = await link(owner);
    expect(address).toBe(owner.address);
    const { statusCode, headers, body } = await file(path);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-store',
    ]);
    const expected = [
      ...Array.from({ length: 12 }, (_, at) => start + at * DAY),
      start + 2 * DAY,
      start + 9 * DAY,
    ].sort((a, b) => a - b);
    const component = new ICAL.Component(ICAL.parse(body) as never);
    const events = component.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
    expect(events.map(({ startDate }) => startDate.toUnixTime()).sort((a, b) => a - b)).toEqual(expected);
    expect(events.find(({ uid }) => uid.includes(salary.id))?.summary).toBe(
      'You can claim 0.05 BCH · Ada, "the; one"\\n — grüße 团队',
    );
    const byNode = Object.values(nodeIcal.sync.parseICS(body)).flatMap((each) =>
      each?.type === 'VEVENT' ? [each] : [],
    );
    expect(byNode.map((each) => each.start.getTime() / 1_000).sort((a, b) => a - b)).toEqual(expected);
    const { events: byTs = [] } = convertIcsCalendar(undefined, body);
    expect(byTs.map((each) => each.start.date.getTime() / 1_000).sort((a, b) => a - b)).toEqual(expected);
    // Of the sender the same dates go out.
    const outgoing = (await file((await link(salary.sender)).path)).body;
    expect(outgoing.match(/SUMMARY:You pay 0\.05 BCH/gu)).toHaveLength(12);
  });

  it('have the dates of all addresses that a wallet has proven', async () => {
    const owner = createWallet({ privateKey: 'owner of a calendar', addresses: 3 });
    const [first = '', second = '', third = ''] = owner.accounts.map(({ address }) => address);
    const startDate = fixture.time() + DAY;
    for (const recipient of [second, third]) await createActivePayment(fixture, { recipient, startDate });
    const client = await fixture.client.signedInByTransaction(owner);
    const dates = async (caller: Client): Promise<number> => {
      const { path } = await succeeded(caller.post<CalendarLinkResponse>('/api/calendar'));
      return (await file(path)).body.match(/SUMMARY:You can claim/gu)?.length ?? 0;
    };
    expect(await dates(client)).toBe(24);
    expect(await dates(client.as(`${first},${third}`))).toBe(12);
  });

  it('are behind a secret that a new one replaces, and that can be taken away', async () => {
    const owner = fixture.wallet();
    await createActivePayment(fixture, { recipient: owner.address });
    const [first, second] = [await link(owner), await link(owner)];
    expect((await file(first.path)).statusCode).toBe(404);
    expect((await file(second.path)).statusCode).toBe(200);
    const other = await fixture.client.signedInAs(fixture.wallet());
    await succeeded(other.post('/api/calendar/remove'));
    expect((await file(second.path)).statusCode).toBe(200);
    await succeeded((await fixture.client.signedInAs(owner)).post('/api/calendar/remove'));
    for (const path of [second.path, `/api/calendar/${'A'.repeat(43)}.ics`])
      expect((await file(path)).statusCode).toBe(404);
    // Naming an address proves nothing.
    expect(await fixture.client.as(owner.address).post('/api/calendar')).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
  });
});

describe('GET /api/price', () => {
  it('has none by default, and that of the operator’s source where there is one', async () => {
    expect((await fixture.client.get<PriceResponse>('/api/price')).body.price).toBeNull();
    const source = createServer((_request, response) => response.end('{"bitcoin-cash":{"usd":512.34}}')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => source.once('listening', resolve));
    const PRICE_URL = `http://127.0.0.1:${(source.address() as AddressInfo).port}/price`;
    const client = await fixture.replica({ PRICE_URL });
    await eventually(async () =>
      expect((await client.get<PriceResponse>('/api/price')).body.price).toMatchObject({
        currency: 'USD',
        perBch: 512.34,
      }),
    );
    // The console has it before it asks.
    const directory = await mkdtemp(join(tmpdir(), 'weir-priced-'));
    await writeFile(join(directory, 'index.html'), '<!doctype html><html lang="en"></html>');
    const origin = await fixture.listen({ CONSOLE: 'on', CONSOLE_DIRECTORY: directory, PRICE_URL });
    await eventually(async () =>
      expect(await (await fetch(`${origin}/config.json`)).json()).toMatchObject({ price: { perBch: 512.34 } }),
    );
    await rm(directory, { recursive: true });
    source.close();
    // Nobody waits for it.
    await createPayment(fixture);
    expect((await client.get<PriceResponse>('/api/price')).body.price).toMatchObject({ perBch: 512.34 });
  });
});
