import { encodeBase58Address } from '@bitauth/libauth';
import type { CreateStreamResponse, ListStreamsResponse, PreviewStreamResponse } from '@weir/api-contract';
import { addressOf } from '@weir/covenants';
import { createWallet } from '@weir/wallet';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { textLike } from '../support/like.js';
import { creationOf } from '../support/stream-scenario.js';

const HOUR = 3_600;
const YEAR = 365 * 24 * HOUR;
/** The script hash of a contract: no key can sign for it. */
const P2SH = 'bchtest:rwjenp54j7j3mac5g9dtd2hy4we68mxewfqkswzlmw920kt9v4yrwzapp90p4';
const PLAIN_P2SH = 'bchtest:pwjenp54j7j3mac5g9dtd2hy4we68mxewfqkswzlmw920kt9v4yrwswaquwc7';
const MAINNET = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';

const fixture = useFixture();

const sender = createWallet({ privateKey: 'sender' });
const recipient = createWallet({ privateKey: 'recipient' });
/** Creations only name a token: who has it matters to the funding. */
const CATEGORY = 'ab'.repeat(32);
const tokens = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: CATEGORY };
const create = <Body = CreateStreamResponse>(changes: object = {}) =>
  fixture.client.as(sender.address).post<Body>('/api/streams/create', creationOf(fixture, recipient, changes));

describe('POST /api/streams/create', () => {
  it('pays to scripts as to keys, and says that a script shows nothing of who may spend', async () => {
    const { status, body } = await create({ recipient: P2SH });
    expect([status, body.stream.recipient]).toEqual([200, PLAIN_P2SH]);
    expect(body.warnings).toEqual([{ code: 'RECIPIENT_IS_SCRIPT', message: textLike(/script/), details: {} }]);
    const listed = await fixture.client.get<ListStreamsResponse>(`/api/streams?recipient=${P2SH}`);
    expect(listed.body.streams.map(({ id }) => id)).toContain(body.stream.id);
  });

  it('fills in the defaults', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await create({ startTime: undefined, endTime: undefined });
    const { stream } = body;
    expect(stream.start_time).toBeGreaterThanOrEqual(before);
    expect(stream).toMatchObject({
      end_time: stream.start_time + YEAR,
      cancelable: true,
      cancel_notice_blocks: 6,
      description: null,
    });
  });

  it('takes null and zero for none', async () => {
    const { status, body } = await create({
      sender: null,
      tokenType: null,
      tokenCategory: null,
      cliffTimestamp: 0,
      intervalSeconds: null,
      cancelable: null,
      description: null,
      vaultId: null,
    });
    expect([status, body.stream.cliff_timestamp, body.stream.cancelable]).toEqual([200, null, true]);
  });

  it.each([
    ['linear', { totalAmount: 0.00011 }, 95, 94],
    ['linear, nearer to the end than to a sound cliff', { totalAmount: 0.00011 }, 98, 100],
    ['in steps', { totalAmount: 0.000115, streamType: 'STEP', intervalSeconds: 5 * HOUR }, 96, 94],
    ['the smallest', { totalAmount: 0.00000576 }, 40, 0],
  ])(
    'refuses a cliff that leaves less than a payment, and names the nearest sound one: %s',
    async (_, terms, at, sound) => {
      const start = fixture.time();
      const cliffTimestamp = start + at * HOUR;
      for (const path of ['/api/streams/create', '/api/streams/preview']) {
        const ask = (changes: object) =>
          fixture.client
            .as(sender.address)
            .post<Refusal>(path, creationOf(fixture, recipient, { ...terms, cliffTimestamp, ...changes }));
        const { status, body } = await ask({});
        expect([status, body.code, body.details?.['field']]).toEqual([400, 'SCHEDULE_UNSOUND', 'cliffTimestamp']);
        const nearest = Number(body.details?.['nearestCliff']);
        expect(body.message).toContain(String(nearest));
        // Within the hour: the last second at which a payment is left, or the end.
        expect(Math.floor((nearest - start) / HOUR)).toBe(sound);
        expect((await ask({ cliffTimestamp: nearest })).status).toBe(200);
        const beyond = nearest < cliffTimestamp ? nearest + 1 : nearest - 1;
        expect((await ask({ cliffTimestamp: beyond })).body.code).toBe('SCHEDULE_UNSOUND');
        // Tokens have no dust.
        expect((await ask({ ...tokens, totalAmount: 11_000 })).status).toBe(200);
      }
    },
  );

  it.each([
    [0.00001, 1],
    [0.00005, 8],
    [0.01, 16],
  ])(
    'locks no more for the fees of %s BCH than its payments are worth, and shows it',
    async (totalAmount, payments) => {
      const reserveBase = String(1_020 + (payments + 1) * 620);
      const { body } = await create({ totalAmount });
      expect(body.deployment.funding.reserveBase).toBe(reserveBase);
      const preview = await fixture.client
        .as(sender.address)
        .post<PreviewStreamResponse>('/api/streams/preview', creationOf(fixture, recipient, { totalAmount }));
      expect(preview.body.funding.reserveBase).toBe(reserveBase);
    },
  );

  it.each([
    [undefined, 100 * HOUR],
    [HOUR, HOUR],
  ])('takes steps of %s seconds, a longer notice and any words', async (intervalSeconds, expected) => {
    const words = { cancelNoticeBlocks: 12, description: 'Salary Ω 💧' };
    const { body } = await create({ streamType: 'STEP', intervalSeconds, ...words });
    const { cancelNoticeBlocks: cancel_notice_blocks, description } = words;
    expect(body.stream).toMatchObject({ interval_seconds: expected, cancel_notice_blocks, description });
  });

  it('takes addresses in every form, and the sender beside the caller', async () => {
    const bare = recipient.address.slice('bchtest:'.length);
    for (const given of [recipient.tokenAddress, bare, bare.toUpperCase()]) {
      const { body } = await create({ recipient: given, sender: sender.tokenAddress });
      expect([body.stream.recipient, body.stream.sender]).toEqual([recipient.address, sender.address]);
    }
  });

  it.each([
    [{ startDate: 1_900_000_000, endDate: 1_950_000_000 }, 'startDate', 'startTime'],
    [{ cliff: 1_900_000_000 }, 'cliff', 'cliffTimestamp'],
  ])('stores nothing of what says %j: the terms would be others than were asked for', async (change, field, meant) => {
    const before = (await fixture.client.get<ListStreamsResponse>('/api/streams')).body.total;
    expect(await create<Refusal>(change)).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { details: { in: 'body', field, didYouMean: meant } }),
    );
    expect((await fixture.client.get<ListStreamsResponse>('/api/streams')).body.total).toBe(before);
  });

  // What amounts, times and tokens may be is tried beside their rules: stream-terms, bch-amount and token-amount of the services.
  it.each<[string, object, string]>([
    ['a null character for an amount', { totalAmount: '\u0000' }, 'INVALID_AMOUNT'],
    ['an empty address', { recipient: '' }, 'INVALID_ADDRESS'],
    ['a null character for an address', { recipient: '\u0000' }, 'INVALID_ADDRESS'],
    ['a recipient of another network', { recipient: MAINNET }, 'INVALID_ADDRESS'],
    ['a script that sends', { sender: P2SH }, 'INVALID_ADDRESS'],
    ['an unknown vault', { vaultId: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2' }, 'INVALID_REQUEST'],
  ])('refuses %s', async (_, changes, code) => {
    const { status, body } = await create<Refusal>(changes);
    expect([status, body.success, body.code]).toEqual([400, false, code]);
  });

  it('says that a time looks like milliseconds', async () => {
    expect((await create<Refusal>({ startTime: 1_767_225_600_000 })).body.message).toContain('milliseconds');
  });
});

describe('POST /api/streams/preview', () => {
  const preview = <Body = PreviewStreamResponse>(changes: object = {}) =>
    fixture.client.post<Body>(
      '/api/streams/preview',
      creationOf(fixture, recipient, { sender: sender.address, ...changes }),
    );
  const total = async () => (await fixture.client.get<ListStreamsResponse>('/api/streams?limit=1')).body.total;

  it('stores nothing, and needs no sender: the recipient stands for them', async () => {
    const before = await total();
    expect((await preview({ totalAmount: 2 })).status).toBe(200);
    expect(await preview({ sender: undefined })).toMatchObject({
      status: 200,
      body: { stream: { sender: recipient.address, recipient: recipient.address } },
    });
    expect(await total()).toBe(before);
  });

  it.each(['streams', 'locks', 'payments'])('of %s names the recipient where only that is wrong', async (product) => {
    const hash = Uint8Array.from({ length: 20 }, (_, i) => i);
    const plain = addressOf(hash, 'devnet');
    const send = (text: string) =>
      fixture.client.post<Refusal>(`/api/${product}/preview`, {
        recipient: text,
        ...(product === 'payments'
          ? { amountPerPeriod: 1, interval: 'MONTHLY' }
          : product === 'locks'
            ? { totalAmount: 1, unlockTime: 1_900_000_000 }
            : { totalAmount: 1, streamType: 'LINEAR' }),
      });
    const cases: readonly (readonly [string, object])[] = [
      [encodeBase58Address('p2pkhTestnet', hash), { problem: 'LEGACY', converted: plain }],
      [plain.replace(/.$/u, (last) => (last === 'q' ? 'p' : 'q')), { problem: 'CHECKSUM' }],
      [plain.slice(0, -1), { problem: 'WRONG_LENGTH' }],
      [plain.replace(':q', ':Q'), { problem: 'MIXED_CASE' }],
      [plain.replace(':q', ':q\u200b'), { problem: 'HIDDEN_CHARACTER', character: 'U+200B', position: 10 }],
      [MAINNET, { problem: 'WRONG_NETWORK' }],
      ['nobody', { problem: 'NOT_AN_ADDRESS' }],
    ];
    for (const [text, details] of cases) {
      const { status, body } = await send(text);
      expect([text, status, body]).toEqual([
        text,
        400,
        expect.objectContaining({
          code: 'INVALID_ADDRESS',
          message: expect.stringMatching(/^recipient (is|has) /u) as string,
          details: expect.objectContaining({ field: 'recipient', ...details }) as object,
        }),
      ]);
    }
    expect((await send(encodeBase58Address('p2pkhTestnet', hash))).body.message).toBe(
      `recipient is a legacy address: convert it to a cash address, ${plain}`,
    );
  });
});
