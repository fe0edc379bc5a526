import { createWeir } from '@weir/client';
import { BCH, carryOutAndMine, DAY, openGrantsVault, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('locks, by the client', () => {
  it('hold tokens, with the requested reserve, and pay them by claims and pushes to the last', async () => {
    const { weir, stack } = fixture;
    const [sender, recipient] = [await fixture.wallet(BCH), await fixture.wallet(BCH)];
    const { category } = await weir.dev.tokens({ amount: 1_000_000n }, sender);
    await stack.control.mine();
    const startTime = await fixture.now();
    const asset = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category, keylessPayments: 3 } as const;
    const steps = { streamType: 'STEP', intervalSeconds: DAY } as const;
    const terms = {
      recipient: recipient.address,
      totalAmount: 900_000n,
      ...steps,
      startTime,
      endTime: startTime + 9 * DAY,
      ...asset,
    } as const;
    const { funding } = await weir.locks.preview(terms, sender);
    expect(funding.reserveBase).toBe(4_500n);
    const lock = await weir.locks.create(terms, sender);
    expect((await lock.fund(sender)).stream).toMatchObject({ status: 'ACTIVE', contract: 'LOCK', cancelable: false });
    await fixture.passDays(3);
    // A fee of the recipient's own, which their wallet signs.
    await lock.claim(recipient, { feeRate: 3_000 });
    await fixture.passDays(3);
    await lock.push();
    await fixture.passDays(4);
    await lock.claim(recipient);
    const { stream: record, claims } = await lock.get();
    expect(record).toMatchObject({ status: 'COMPLETED', withdrawn_amount_base: 900_000n });
    expect(claims).toHaveLength(3);
    await expect(lock.cancel(sender)).rejects.toMatchObject({ code: 'NOT_CANCELABLE' });
  });

  it('have the requested reserve even if the service reports another, and else one that payments can use', async () => {
    const { weir, stack } = fixture;
    const sender = await fixture.wallet(BCH);
    const { category } = await weir.dev.tokens({ amount: 1_000_000n }, sender);
    await stack.control.mine();
    const start = await fixture.now();
    const row = { recipient: (await fixture.wallet()).address, start, end: start + 90 * DAY };
    const asset = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category } as const;
    const terms = { ...asset, recipient: row.recipient, totalAmount: 500n, startTime: start, endTime: row.end };
    const list = { product: 'lock', ...asset, streams: [{ ...row, amount: 700n }] } as const;
    // A service that makes another lock than it was asked for: its record shows no difference.
    const lying = createWeir({
      baseUrl: stack.apiUrl,
      async fetch(request) {
        if (request.method !== 'POST' || !/\/api\/(?:locks|plans)$/.test(request.url)) return fetch(request);
        const body: unknown = await request.json();
        return fetch(
          new Request(request.url, {
            method: 'POST',
            headers: request.headers,
            body: JSON.stringify({ ...Object(body), keylessPayments: 64 }),
          }),
        );
      },
    });
    const requested = await lying.locks.create(terms, sender);
    await expect(requested.fund(sender)).rejects.toMatchObject({ code: 'UNEXPECTED_TRANSACTION' });
    const requestedList = await lying.plans.create(list, sender);
    await expect(requestedList.fund(sender)).rejects.toMatchObject({ code: 'UNEXPECTED_TRANSACTION' });
    // A signer who did not create it reads what it costs before they sign.
    const rows: string[] = [];
    const onReview = (review: { readonly rows: readonly { readonly label: string; readonly value: string }[] }) => {
      rows.push(...review.rows.map(({ label, value }) => `${label}: ${value}`));
      return true;
    };
    for (const made of [weir.streams.at(requested.id), weir.plans.at(requestedList.id)])
      await made.fund(sender, { onReview });
    expect(rows.filter((text) => text === 'Refundable reserve: 0.00096 BCH')).toHaveLength(2);
    expect((await requested.get()).stream.status).toBe('ACTIVE');
    await expect(weir.locks.create({ ...terms, endTime: start + 3, keylessPayments: 4 }, sender)).rejects.toMatchObject(
      {
        code: 'INVALID_REQUEST',
        details: { field: 'keylessPayments', most: 3 },
      },
    );
  });

  it('come as a list with separate rows for one recipient, compared with the request', async () => {
    const { weir, stack } = fixture;
    const sender = await fixture.wallet(2n * BCH);
    const people = [await fixture.wallet(), await fixture.wallet()] as const;
    const { category } = await weir.dev.tokens({ amount: 5_000_000n }, sender);
    await stack.control.mine();
    const start = await fixture.now();
    const [one, two] = people.map(({ address }) => address);
    const rows = [one, two, one, two, one].map((recipient = '', index) => ({
      recipient,
      amount: BigInt(1_000 * (index + 1)),
      start,
      ...(index % 2 === 0 ? { end: start + 10 * DAY, step: DAY } : { end: start + 20 * DAY, cliff: start + 5 * DAY }),
    }));
    for (const asset of [{}, { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category, keylessPayments: 2 }] as const) {
      const streams = rows.map((row) => ({ ...row, amount: 'tokenType' in asset ? row.amount : 20n * row.amount }));
      const plan = await weir.plans.create({ product: 'lock', ...asset, streams }, sender);
      expect((await plan.fund(sender)).plan).toMatchObject({ status: 'ACTIVE', product: 'lock' });
      const page = await plan.streamsPage({}, sender);
      expect(page.streams.map(({ recipient, amount_base }) => [recipient, amount_base])).toEqual(
        streams.map(({ recipient, amount }) => [recipient, amount]),
      );
      expect((await weir.streams.at(page.streams[2]?.id ?? '').get()).stream.end_time).toBe(start + 10 * DAY);
    }
  });

  it('are streams to a client without locks, and are signed for as locks', async () => {
    const { weir } = fixture;
    const sender = await fixture.wallet(BCH);
    const recipient = await fixture.wallet();
    const unlockTime = (await fixture.now()) + 30 * DAY;
    const lock = await weir.locks.create({ recipient: recipient.address, totalAmount: 0.1, unlockTime }, sender);
    await weir.streams.at(lock.id).fund(sender);
    await fixture.passDays(31);
    await weir.streams.at(lock.id).claim(recipient);
    expect((await lock.get()).stream).toMatchObject({ status: 'COMPLETED', end_time: unlockTime });
  });

  it('are funded by a vault, alone and as a list', async () => {
    const { weir } = fixture;
    const { vault, alice, bob, carol } = await openGrantsVault(fixture);
    const [one, two] = [await fixture.wallet(), await fixture.wallet()];
    const unlockTime = (await fixture.now()) + 30 * DAY;
    const terms = { recipient: one.address, totalAmount: BCH, unlockTime, vaultId: vault.id };
    const lock = await weir.locks.create(terms, alice);
    expect(
      await carryOutAndMine(fixture, await vault.proposeFunding({ streamIds: [lock.id] }, alice), bob, carol),
    ).toBe('EXECUTED');
    expect((await lock.get()).stream.status).toBe('ACTIVE');
    const streams = [one, two, one].map(({ address }, index) => ({
      recipient: address,
      amount: (BigInt(index + 1) * BCH) / 10n,
    }));
    const plan = await weir.plans.create(
      {
        product: 'lock',
        vaultId: vault.id,
        end: unlockTime,
        start: unlockTime - 1,
        streams: streams.map((row, index) => ({
          ...row,
          ...(index === 2 && { end: unlockTime + DAY, start: unlockTime }),
        })),
      },
      alice,
    );
    expect(await carryOutAndMine(fixture, await vault.proposeFunding({ planId: plan.id }, alice), bob, carol)).toBe(
      'EXECUTED',
    );
    expect((await plan.get(alice)).plan.status).toBe('ACTIVE');
  });
});
