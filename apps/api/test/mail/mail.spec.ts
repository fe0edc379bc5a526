import { sql } from 'kysely';
import type { CreatePaymentResponse, InfoResponse, MailResponse } from '@weir/api-contract';
import { ConfigError } from '@weir/http';
import { createDatabase, type Database } from '@weir/infra';
import { NOTIFICATION_KINDS } from '@weir/kinds';
import { eventually, until } from '@weir/testing';
import { linkIn, mailSettings, type MailSink, startMailSink } from '@weir/testing/mail';
import type { Wallet } from '@weir/wallet';
import { loadConfig } from '../../src/config/load-config.js';
import { confirmAirdropClaim, createActiveList, payAirdropClaim } from '../support/airdrop-scenario.js';
import { type Client, type Refusal, refusal, succeeded } from '../support/client.js';
import { type LoggedApp, startLoggedApp } from '../support/faults/logged-app.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { subscribe } from '../support/mail-subscriber.js';
import {
  actAsSender,
  createActivePayment,
  DAY,
  payPaymentFunding,
  type PaymentScenario,
} from '../support/payment-scenario.js';
import { createActiveStream, payCancel } from '../support/stream-scenario.js';
import { createActiveVault, propose } from '../support/vault-scenario.js';

const HOUR = 3_600;

let sink: MailSink;
let fixture: Fixture;
let logged: LoggedApp;
let client: Client;
let database: Database;
beforeAll(async () => {
  sink = await startMailSink();
  fixture = await startFixture();
  logged = await startLoggedApp(fixture, mailSettings(sink));
  ({ client } = logged);
  database = createDatabase({ url: fixture.config.databaseUrl });
});
afterAll(async () => {
  await database.destroy();
  await logged.stop();
  await fixture.stop();
  await sink.close();
});

let mailboxes = 0;
const newMailbox = (): string => `person${(mailboxes += 1)}@post.example`;
/** Subscribes a wallet under a mailbox of its own. */
const subscriber = async (wallet: Wallet, choices: object = {}): Promise<string> => {
  const email = newMailbox();
  await subscribe(client, sink, { wallet, email, ...choices });
  return email;
};
/** The mails to a mailbox after the one that asked for confirmation. */
const mailsTo = (email: string) => sink.to(email).slice(1);
const firstMailTo = (email: string) => until('a mail', () => mailsTo(email)[0]);

describe('a subscription', () => {
  it('gets one mail, and nothing else until somebody presses the button of its page', async () => {
    const wallet = fixture.wallet();
    const email = newMailbox();
    const own = await client.signedInAs(wallet);
    expect(await own.get('/api/mail')).toMatchObject({ body: { mail: null } });
    const { body } = await own.post<MailResponse>('/api/mail', { email, timeZone: 'Europe/Vienna' });
    expect(body.mail).toMatchObject({ hint: 'p…@p….example', status: 'unconfirmed', quiet: null });
    expect(body.mail?.kinds).toEqual(NOTIFICATION_KINDS);
    const asked = await until('the first mail', () => sink.to(email)[0]);
    expect(asked.text).toContain(wallet.address);
    await createActivePayment(fixture, { recipient: wallet.address });
    const link = linkIn(asked, 'c');
    const page = await client.raw('GET', link);
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'private, no-store',
    ]);
    expect(page.body).toContain('<form method="post">');
    expect((await own.get<MailResponse>('/api/mail')).body.mail?.status).toBe('unconfirmed');
    for (let times = 0; times < 2; times += 1) expect((await client.raw('POST', link)).body).toContain('Confirmed');
    expect((await own.get<MailResponse>('/api/mail')).body.mail).toMatchObject({ status: 'active', confirmBy: null });
    // Earlier events are not sent.
    const { displayId } = await fundAnother(wallet);
    const { text } = await firstMailTo(email);
    expect(text).toContain(displayId);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('ends by one click of the mail program or by the page, not by looking at it, and cannot be revived by old links', async () => {
    const wallet = fixture.wallet();
    const email = newMailbox();
    await subscribe(client, sink, { wallet, email });
    await fundAnother(wallet);
    const mail = await firstMailTo(email);
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const path = linkIn(mail, 'u');
    expect(mail.headers.get('list-unsubscribe')).toBe(`<http://127.0.0.1:3001${path}>`);
    await client.raw('GET', path);
    const own = await client.signedInAs(wallet);
    expect((await own.get<MailResponse>('/api/mail')).body.mail?.status).toBe('active');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode, body } = await client.raw('POST', path, 'List-Unsubscribe=One-Click', form);
    expect([statusCode, body]).toEqual([200, expect.stringContaining('Unsubscribed')]);
    expect((await own.get<MailResponse>('/api/mail')).body.mail).toBeNull();
    const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await client.raw('POST', path, part, boundary)).statusCode).toBe(200);
    const [asked] = sink.to(email);
    expect(asked && (await client.raw('POST', linkIn(asked, 'c'))).body).toContain('too old');
    // Nothing comes from then on: a mail to somebody else about the same record has come.
    const other = fixture.wallet();
    const otherEmail = await subscriber(other);
    await createActivePayment(fixture, { recipient: wallet.address });
    await fundAnother(other);
    await firstMailTo(otherEmail);
    expect(mailsTo(email)).toHaveLength(1);
    const { rows } = await sql<{ left: number }>`
      SELECT count(*) AS left FROM mail_notices WHERE subscription_id NOT IN (SELECT id FROM mail_subscriptions)`.execute(
      database,
    );
    expect(rows[0]?.left).toBe(0);
  });

  it('is changed without another confirmation, moves to another mailbox with one, and is removed by its owner', async () => {
    const wallet = fixture.wallet();
    const [first, second] = [newMailbox(), newMailbox()];
    await subscribe(client, sink, { wallet, email: first, kinds: ['funded'] });
    const own = await client.signedInAs(wallet);
    const changed = await own.post<MailResponse>('/api/mail', {
      kinds: ['cancelled', 'paused'],
      quiet: { from: 22, until: 7 },
    });
    expect(changed.body.mail).toMatchObject({
      status: 'active',
      kinds: ['cancelled', 'paused'],
      quiet: { from: 22, until: 7 },
    });
    expect((await own.post<MailResponse>('/api/mail', { email: first })).body.mail).toMatchObject({
      status: 'active',
      quiet: null,
    });
    expect(sink.to(first)).toHaveLength(1);
    expect((await own.post<MailResponse>('/api/mail', { email: second })).body.mail?.status).toBe('unconfirmed');
    await until('a mail to the other mailbox', () => sink.to(second)[0]);
    await succeeded(own.post('/api/mail/remove'));
    expect((await own.get<MailResponse>('/api/mail')).body.mail).toBeNull();
    // Of others nothing can be read or removed.
    const stranger = await client.signedInAs(fixture.wallet());
    expect((await stranger.get<MailResponse>('/api/mail')).body.mail).toBeNull();
    expect(await client.as(wallet.address).post('/api/mail', { email: first })).toMatchObject(
      refusal(401, 'CALLER_REQUIRED'),
    );
  });

  it('is refused once its mailbox does not exist, and waits where the relay is the reason', async () => {
    const [gone, held] = [fixture.wallet(), fixture.wallet()];
    const [goneEmail, heldEmail] = [newMailbox(), newMailbox()];
    sink.refuse((mailbox) =>
      mailbox === goneEmail
        ? `550 5.1.1 <${goneEmail}> is unknown`
        : mailbox === heldEmail
          ? '550 5.7.1 Relaying denied'
          : undefined,
    );
    const own = await client.signedInAs(gone);
    await succeeded(own.post('/api/mail', { email: goneEmail }));
    await succeeded((await client.signedInAs(held)).post('/api/mail', { email: heldEmail }));
    await eventually(async () => expect((await own.get<MailResponse>('/api/mail')).body.mail?.status).toBe('refused'));
    const { rows } = await eventually(async () => {
      const found = await sql<{ attempts: number; reason: string; outcome: string | null }>`
        SELECT attempts, reason, outcome FROM mail_messages WHERE reason IS NOT NULL ORDER BY outcome`.execute(
        database,
      );
      expect(found.rows).toHaveLength(2);
      return found;
    });
    expect(rows).toEqual([
      { attempts: 1, outcome: 'refused', reason: 'EENVELOPE RCPT TO 550' },
      { attempts: 1, outcome: null, reason: 'EENVELOPE RCPT TO 550' },
    ]);
    sink.refuse(() => undefined);
    await sql`UPDATE mail_messages SET next_attempt_at = 0 WHERE outcome IS NULL`.execute(database);
    await until('the mail that was held', () => sink.to(heldEmail)[0]);
  });
});

/** A payment to a wallet, funded by somebody. */
const fundAnother = async (wallet: Wallet, changes: object = {}) => {
  const payment = await createActivePayment(fixture, { recipient: wallet.address, ...changes });
  return { ...payment, displayId: payment.created.payment.payment_id };
};

/** Waits until no subscription is left to look at. */
const looked = () =>
  eventually(async () => {
    const { rows } = await sql<{ left: number }>`
      SELECT count(*) AS left FROM mail_subscriptions WHERE status = 'active' AND next_check_at <= ${fixture.time() - 1}`.execute(
      database,
    );
    expect(rows[0]?.left).toBe(0);
  });

describe('people get mails about', () => {
  it('what is funded, paused, cancelled, wants their signature, falls due and can be claimed, each once', async () => {
    const recipient = fixture.wallet();
    const email = await subscriber(recipient, { timeZone: 'Europe/Vienna' });
    const payment = await fundAnother(recipient, { recipientName: 'Rent. See www.evil.example/login @you <b>now</b>' });
    const subjects = () => mailsTo(email).map(({ subject }) => subject);
    const about = (subject: RegExp) =>
      until(String(subject), () => mailsTo(email).find(({ text }) => subject.test(text)));
    expect((await about(/0\.6 BCH was funded/u)).text).toContain(payment.displayId);
    await fixture.advance(HOUR);
    const soon = await about(/0\.05 BCH is due to you soon/u);
    // The first period: within a day of the chain's time. The name is a stranger's text.
    const author = payment.sender.address.slice(payment.sender.address.indexOf(':') + 1);
    expect(soon.text.replaceAll('\r\n', '\n')).toContain(
      `    Written by ${author}, not by Weir:\n    | Rent See www evil example login you b now b\n`,
    );
    expect(soon.html).not.toContain('<b>');
    expect([...soon.html.matchAll(/href="([^"]*)"/gu)].map(([, href = '']) => href.slice(0, 22))).toEqual([
      'http://127.0.0.1:3001/',
    ]);
    await fixture.advance(DAY + HOUR);
    expect((await about(/0\.05 BCH can be claimed/u)).text).toContain(payment.displayId);
    await actAsSender(fixture, payment, 'pause');
    await about(/recurring payment was paused/u);
    const stream = await createActiveStream(fixture, { recipient: recipient.address });
    await about(/1 BCH was funded: stream/u);
    const txHash = await payCancel(fixture, stream);
    await succeeded(fixture.client.post(`${stream.path}/confirm-cancel`, { txHash }));
    await about(/stream was cancelled/u);
    const lines = mailsTo(email).flatMap(({ text }) => text.split('\n\n').slice(0, -1));
    expect(new Set(lines).size).toBe(lines.length);
    expect(subjects().join()).not.toContain('evil');
    const vault = await createActiveVault(fixture);
    const [proposer, signer] = vault.signers;
    const [proposerEmail, signerEmail] = [await subscriber(proposer), await subscriber(signer)];
    await propose(fixture, vault);
    const wanted = await firstMailTo(signerEmail);
    expect(wanted.subject).toBe('A proposal waits for your signature');
    expect(mailsTo(proposerEmail)).toEqual([]);
  });

  it('a payday that they pay, and of a schedule with a date every minute one a day', async () => {
    const [payer, payee] = [fixture.wallet(), fixture.wallet()];
    const payerEmail = await subscriber(payer, { kinds: ['due_soon'] });
    const payeeEmail = await subscriber(payee, { kinds: ['claimable', 'due_soon'] });
    const start = fixture.time();
    const terms = { streamType: 'STEP', intervalSeconds: 60, startTime: start, endTime: start + 2 * HOUR };
    const stream = await createActiveStream(fixture, { recipient: payee.address, ...terms });
    fixture.fund(payer, 100_000_000n);
    const { payment } = await succeeded(
      fixture.client.as(payer.address).post<CreatePaymentResponse>('/api/payments/create', {
        sender: payer.address,
        recipient: payee.address,
        amountPerPeriod: 0.05,
        interval: 'DAILY',
        startDate: fixture.time() + DAY,
      }),
    );
    const path = `/api/payments/${payment.id}`;
    const txHash = await payPaymentFunding(fixture, { path, sender: payer } as PaymentScenario);
    await succeeded(fixture.client.post(`${path}/confirm-funding`, { txHash }));
    for (let minutes = 0; minutes < 4; minutes += 1) await fixture.advance(600);
    expect((await firstMailTo(payerEmail)).text).toContain(
      `0.05 BCH is due from you soon: recurring payment ${payment.payment_id}.`,
    );
    const ofStream = () =>
      mailsTo(payeeEmail).flatMap(({ text }) =>
        text.split('\n\n').filter((line) => line.includes(stream.created.stream.stream_id)),
      );
    await eventually(() => expect(ofStream().some((line) => line.includes('can be claimed'))).toBe(true));
    await fixture.advance(HOUR);
    await looked();
    // A day of the calendar may end in between.
    expect(ofStream().filter((line) => line.includes('can be claimed')).length).toBeLessThanOrEqual(2);
    expect(mailsTo(payerEmail)).toHaveLength(1);
  });

  it('in the first mail what can be claimed already, also of a stream that unlocks by the second', async () => {
    const recipient = fixture.wallet();
    const start = fixture.time() - DAY;
    const linear = { streamType: 'LINEAR', startTime: start, endTime: start + 10 * DAY };
    const { created } = await createActiveStream(fixture, { recipient: recipient.address, ...linear });
    const email = await subscriber(recipient, { kinds: ['claimable'] });
    const { text } = await firstMailTo(email);
    expect(text).toMatch(/^\d[\d.]* BCH can be claimed: stream /mu);
    expect(text).toContain(created.stream.stream_id);
    await fixture.advance(HOUR);
    await looked();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('an airdrop whose list names them once it is funded and has started, once', async () => {
    const [early, late, claimed, other] = [fixture.wallet(), fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const [earlyEmail, otherEmail] = [await subscriber(early), await subscriber(other)];
    const running = await createActiveList(fixture, [early, late, claimed]);
    const { claim_token: token, campaign_id: displayId } = running.campaign;
    const mail = await firstMailTo(earlyEmail);
    expect(mail.subject).toBe('0.0001 BCH can be claimed');
    expect(mail.text).toContain(`airdrop ${displayId}.`);
    const author = running.campaign.creator;
    expect(mail.text.replaceAll('\r\n', '\n')).toContain(
      `    Written by ${author.slice(author.indexOf(':') + 1)}, not by Weir:\n    | Test drop\n`,
    );
    // Without a console there is no page to link to.
    const { rows } = await sql<{ token: string }>`
      SELECT DISTINCT content ->> 'claimToken' AS token FROM mail_notices WHERE subject = ${`claimable ${running.id}`}`.execute(
      database,
    );
    expect(rows).toEqual([{ token }]);

    const txHash = await payAirdropClaim(fixture, running.path, claimed);
    await succeeded(confirmAirdropClaim(fixture, running.path, { txHash }));
    const everybody = [early, late, claimed];
    const coming = await createActiveList(fixture, everybody, { startDate: fixture.time() + 2 * HOUR });
    const ended = await createActiveList(fixture, [late, claimed], { endDate: fixture.time() + HOUR });
    await fixture.advance(HOUR + 600);
    // A new subscriber is notified of what can be claimed already: not of what was claimed, has ended or is to start.
    const [lateEmail, claimedEmail] = [await subscriber(late), await subscriber(claimed)];
    expect((await firstMailTo(lateEmail)).text).toContain(displayId);
    await fixture.advance(2 * HOUR);
    const of = ({ campaign }: typeof running, email: string) =>
      mailsTo(email).flatMap(({ text }) => text.split('\n\n').filter((line) => line.includes(campaign.campaign_id)));
    for (const email of [earlyEmail, lateEmail, claimedEmail])
      await until('a mail of the campaign that started', () => of(coming, email)[0]);
    // Further checks send nothing twice.
    await Promise.all(everybody.map((wallet) => fundAnother(wallet)));
    for (const email of [earlyEmail, lateEmail, claimedEmail])
      await until('a mail of the payment', () => mailsTo(email).find(({ text }) => text.includes('was funded')));
    await looked();
    expect([earlyEmail, lateEmail, claimedEmail].map((email) => of(running, email).length)).toEqual([1, 1, 0]);
    expect([earlyEmail, lateEmail, claimedEmail].map((email) => of(coming, email).length)).toEqual([1, 1, 1]);
    expect([lateEmail, claimedEmail].map((email) => of(ended, email).length)).toEqual([0, 0]);
    expect(mailsTo(otherEmail)).toEqual([]);
  });

  it('what they chose alone', async () => {
    const wallet = fixture.wallet();
    const email = await subscriber(wallet, { kinds: ['paused'] });
    const payment = await fundAnother(wallet);
    await actAsSender(fixture, payment, 'pause');
    expect((await firstMailTo(email)).subject).toBe('A payment was paused'.replace('payment', 'recurring payment'));
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('what happens in their quiet hours by one mail afterwards', async () => {
    const wallet = fixture.wallet();
    const hour = new Date().getUTCHours();
    const email = await subscriber(wallet, {
      kinds: ['funded'],
      quiet: { from: (hour + 23) % 24, until: (hour + 3) % 24 },
    });
    await fundAnother(wallet);
    await fundAnother(wallet);
    const waits = async () => {
      const { rows } = await sql<{ waiting: number; next: number }>`
        SELECT count(*) AS waiting, min(next_mail_at) AS next FROM mail_notices
        JOIN mail_subscriptions ON mail_subscriptions.id = subscription_id AND party_hash = ${Buffer.from(wallet.publicKeyHash).toString('hex')}
        WHERE message_id IS NULL`.execute(database);
      return rows[0];
    };
    await eventually(async () => {
      const found = await waits();
      expect(found?.waiting).toBe(2);
      expect(found?.next).toBeGreaterThan(Date.now() / 1_000 + HOUR);
    });
    expect(mailsTo(email)).toEqual([]);
    await succeeded((await client.signedInAs(wallet)).post('/api/mail', { kinds: ['funded'] }));
    const mail = await firstMailTo(email);
    expect(mail.subject).toBe('2 messages about your address');
    expect(mailsTo(email)).toHaveLength(1);
  });
});

describe('e-mail addresses', () => {
  it.each([
    'a@x.example,b@y.example',
    'a@x.example b@y.example',
    'a@x.example\r\nBcc: b@y.example',
    '"a b"@x.example',
    'Name <a@x.example>',
    'a@[127.0.0.1]',
    'a@localhost',
    'a@b@x.example',
    '@x.example',
    `${'a'.repeat(250)}@x.example`,
    'ä@x.example',
    '',
  ])('of other forms are refused: %j', async (email) => {
    const own = await client.signedInAs(fixture.wallet());
    const { status, body } = await own.post<{ code: string }>('/api/mail', { email });
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('are asked three times a day, in any spelling and by anyone', async () => {
    const spellings = [
      'many.asks@post.example',
      'MANY.asks@post.example',
      'manyasks+1@post.example',
      'm.anyasks@post.example',
    ];
    const answers = [];
    for (const email of spellings)
      answers.push(await (await client.signedInAs(fixture.wallet())).post('/api/mail', { email }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]).toMatchObject(refusal(429, 'QUOTA_EXCEEDED', { details: { quota: 'mailbox', limit: 3 } }));
    // Requests at once of one caller and of several.
    const wallet = fixture.wallet();
    const at = await Promise.all(
      [wallet, wallet, wallet, fixture.wallet(), fixture.wallet()].map(async (each) =>
        (await client.signedInAs(each)).post('/api/mail', { email: 'at.once@post.example' }),
      ),
    );
    expect(at.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
  });

  it('are asked by nobody for a month once their reader has refused', async () => {
    const email = 'not.me@post.example';
    const stranger = await client.signedInAs(fixture.wallet());
    await succeeded(stranger.post('/api/mail', { email }));
    const asked = await until('the mail that asks', () => sink.to(email)[0]);
    await client.raw('POST', linkIn(asked, 'u'));
    expect((await stranger.get<MailResponse>('/api/mail')).body.mail).toBeNull();
    const other = await client.signedInAs(fixture.wallet());
    const { body } = await other.post<Refusal>('/api/mail', { email: 'notme+again@post.example' });
    expect(body).toMatchObject({ code: 'QUOTA_EXCEEDED', details: { quota: 'mailbox' } });
    expect((await client.raw('POST', linkIn(asked, 'c'))).body).toContain('too old');
    expect(sink.to(email)).toHaveLength(1);
  });

  it('are not in any answer, event, export, log or column', async () => {
    const wallet = fixture.wallet();
    const email = 'very.private@post.example';
    await subscribe(client, sink, { wallet, email });
    await fundAnother(wallet);
    const secrets = [
      linkIn(await firstMailTo(email), 'u'),
      ...sink
        .to(email)
        .slice(0, 1)
        .map((mail) => linkIn(mail, 'c')),
    ].map((link) => link.slice(-44));
    const own = await client.signedInAs(wallet);
    const answers = await Promise.all(
      [
        '/api/mail',
        '/api/events?format=json',
        `/api/inbox?addresses=${wallet.address}`,
        `/api/portfolio?addresses=${wallet.address}`,
        `/api/exports/activity?address=${wallet.address}`,
        '/metrics',
      ].map(async (path) => (await own.raw('GET', path)).body),
    );
    await own.raw('POST', '/api/mail', { email: 'very.private@post.example\n' });
    for (const secret of secrets) await own.raw('GET', `/api/mail/links/${secret}`);
    const log = JSON.stringify(logged.takeLog());
    expect(log).toContain('/api/mail/links/:token');
    const { rows: tables } = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(database);
    const stored = [];
    for (const { name } of tables)
      stored.push(await sql`SELECT to_jsonb(each) AS row FROM ${sql.table(name)} AS each`.execute(database));
    const everything = JSON.stringify(stored);
    expect(everything).toContain(wallet.address);
    for (const text of [...answers, log, everything]) {
      expect(text.toLowerCase()).not.toMatch(/very\.?private/u);
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });
});

describe('links', () => {
  it('that were not made here lead nowhere', async () => {
    for (const token of [`c${'A'.repeat(43)}`, `u${'_'.repeat(43)}`]) {
      expect(await client.get(`/api/mail/links/${token}`)).toMatchObject(refusal(404, 'NOT_FOUND'));
      expect(await client.post(`/api/mail/links/${token}`)).toMatchObject(refusal(404, 'NOT_FOUND'));
    }
    // Browsers show a page; a link that a mail program cut off is explained in the same way.
    for (const token of [`c${'A'.repeat(43)}`, 'uCUT'])
      for (const method of ['GET', 'POST'] as const) {
        const shown = await client.raw(method, `/api/mail/links/${token}`, undefined, {
          accept: 'text/html,*/*;q=0.8',
        });
        expect([shown.statusCode, shown.headers['content-type']]).toEqual([
          token === 'uCUT' ? 400 : 404,
          'text/html; charset=utf-8',
        ]);
        expect(shown.body).toContain('<h1>This link does not work</h1>');
        expect(shown.body).not.toContain(token);
      }
    const large = await client.raw('POST', `/api/mail/links/u${'_'.repeat(43)}`, 'x'.repeat(5_000), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(large.statusCode).toBe(413);
  });
});

describe('a service without a relay', () => {
  it('says that it sends no e-mail', async () => {
    expect((await fixture.client.get<InfoResponse>('/api/info')).body.features.mail).toBe(false);
    expect((await client.get<InfoResponse>('/api/info')).body.features).toMatchObject({
      mail: true,
      channels: ['email'],
    });
    const own = await fixture.client.signedInAs(fixture.wallet());
    expect((await own.get<MailResponse>('/api/mail')).body.mail).toBeNull();
    expect(await own.post('/api/mail', { email: newMailbox() })).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it('does not start with some of the settings', () => {
    const all = {
      ...mailSettings(sink),
      DATABASE_URL: fixture.config.databaseUrl,
      BCH_NETWORK: 'chipnet',
      NODE_ENV: 'test',
    };
    expect(loadConfig(all).mail?.publicUrl).toBe('http://127.0.0.1:3001');
    for (const missing of ['SMTP_URL', 'MAIL_FROM', 'MAIL_URL', 'MAIL_SECRET'])
      expect(() => loadConfig({ ...all, [missing]: '' })).toThrow(ConfigError);
    expect(() => loadConfig({ ...all, MAIL_FROM: 'Weir <a@b.example>\r\nBcc: <c@d.example>' })).toThrow(ConfigError);
  });
});
