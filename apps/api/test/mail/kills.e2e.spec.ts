import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase } from '@weir/infra';
import { killServices, type ServiceProcess } from '@weir/simulation';
import { Chance, eventually } from '@weir/testing';
import { mailSettings, startMailSink, type MailSink } from '@weir/testing/mail';
import { endSessions } from '@weir/testing/postgres';
import type { Wallet } from '@weir/wallet';
import { createActiveList } from '../support/airdrop-scenario.js';
import { startApiProcess } from '../support/api-process.js';
import { startLoggedApp } from '../support/faults/logged-app.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { subscribe } from '../support/mail-subscriber.js';
import { createActivePayment } from '../support/payment-scenario.js';

/** `npm run faults` makes more of them, each with the seed of its number. */
const RUNS = Number(process.env['WEIR_FAULT_RUNS'] ?? 1);
const PEOPLE = 3;
const PAYMENTS = 8;
const CAMPAIGNS = 2;
const KILLS = 3;

let fixture: Fixture;
let sink: MailSink;
beforeAll(async () => {
  sink = await startMailSink();
  fixture = await startFixture();
});
afterAll(async () => {
  killServices();
  await fixture.stop();
  await sink.close();
});

const email = (person: number, seed: number): string => `person${person}.${seed}@post.example`;

describe('while two replicas that send mails are killed in turn', () => {
  it.each(Array.from({ length: RUNS }, (_, i) => i + 1))(
    'each event is sent once, under one Message-ID, to its recipients: seed %i',
    async (seed) => {
      const random = new Chance(seed);
      const database = createDatabase({ url: fixture.config.databaseUrl });
      const replica = (): Promise<ServiceProcess> => startApiProcess(fixture, mailSettings(sink));
      const replicas = [await replica(), await replica()];
      // Gone before the first kill: it would send as well.
      const subscribing = await startLoggedApp(fixture, mailSettings(sink));
      const people: Wallet[] = Array.from({ length: PEOPLE }, () => fixture.wallet());
      for (const [person, wallet] of people.entries())
        await subscribe(subscribing.client, sink, { wallet, email: email(person, seed), kinds: ['funded'] });
      const listed = fixture.wallet();
      await subscribe(subscribing.client, sink, { wallet: listed, email: email(PEOPLE, seed), kinds: ['claimable'] });
      await subscribing.stop();

      // A kill while the sink has a mail and has not said so yet is the moment that matters.
      sink.beforeAnswer(() => sleep(random.between(0, 150)));
      // Whom it concerns, by how it is named. Records are made by an API whose sessions end as well: what it refuses then is asked again.
      const expected = new Map<string, number>();
      const fund = async (): Promise<void> => {
        for (let i = 0; i < PAYMENTS; i += 1) {
          const person = random.between(0, PEOPLE - 1);
          const recipient = people[person] ?? fixture.wallet();
          const { created } = await eventually(() => createActivePayment(fixture, { recipient: recipient.address }));
          expected.set(`${created.payment.payment_id}.`, person);
          await sleep(random.between(0, 400));
        }
      };
      const list = async (): Promise<void> => {
        for (let i = 0; i < CAMPAIGNS; i += 1) {
          const { campaign } = await eventually(() => createActiveList(fixture, [listed]));
          expected.set(`${campaign.campaign_id}.`, PEOPLE);
          await sleep(random.between(500, 2_000));
        }
      };
      const kill = async (): Promise<void> => {
        for (let i = 0; i < KILLS; i += 1) {
          await sleep(random.between(300, 2_000));
          const at = random.between(0, 1);
          await replicas[at]?.kill();
          if (random.chance(1 / 3)) await endSessions(fixture.config.databaseUrl);
          replicas[at] = await replica();
        }
      };
      await Promise.all([fund(), list(), kill()]);
      sink.beforeAnswer(() => undefined);
      // What a killed one was sending is taken again once its time is over: let it be over, and the hour between mails.
      await eventually(async () => {
        await sql`UPDATE mail_messages SET next_attempt_at = 0 WHERE next_attempt_at > extract(epoch FROM now()) + 60`.execute(
          database,
        );
        await sql`UPDATE mail_subscriptions SET next_mail_at = 0, mails_of_day = 0 WHERE next_mail_at > extract(epoch FROM now())`.execute(
          database,
        );
        const { rows } = await sql<{ open: number }>`
          SELECT (SELECT count(*) FROM mail_messages WHERE outcome IS NULL) + (SELECT count(*) FROM mail_notices WHERE message_id IS NULL) AS open`.execute(
          database,
        );
        const text = sink.received.map((mail) => mail.text).join();
        expect([rows[0]?.open, [...expected.keys()].filter((name) => !text.includes(name))]).toEqual([0, []]);
      });
      for (const [name, person] of expected) {
        const mails = sink.received.filter(({ text }) => text.includes(name));
        expect([name, new Set(mails.map(({ headers }) => headers.get('message-id'))).size]).toEqual([name, 1]);
        expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([email(person, seed)]));
        // Within one mail once.
        for (const { text } of mails) expect(text.split(name)).toHaveLength(2);
      }
      for (const each of replicas) await each.stop();
      await database.destroy();
    },
  );
});
