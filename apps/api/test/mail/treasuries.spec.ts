import { until } from '@weir/testing';
import { mailSettings, type MailSink, startMailSink } from '@weir/testing/mail';
import type { Wallet } from '@weir/wallet';
import { succeeded } from '../support/client.js';
import { type LoggedApp, startLoggedApp } from '../support/faults/logged-app.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { subscribe } from '../support/mail-subscriber.js';
import { confirmPurseStep, createPurse, payByPurse, sendHome } from '../support/purse-scenario.js';
import { confirmStep, createActiveRoster, QUIET, stepByParty } from '../support/roster-scenario.js';

let sink: MailSink;
let fixture: Fixture;
let logged: LoggedApp;
beforeAll(async () => {
  sink = await startMailSink();
  fixture = await startFixture();
  logged = await startLoggedApp(fixture, { ...mailSettings(sink), WATCHER: 'protect' });
});
afterAll(async () => {
  await logged.stop();
  await fixture.stop();
  await sink.close();
});

let mailboxes = 0;
/** Subscribes wallets. @returns waits until each of them has a mail that says something */
const subscribed = async (wallets: readonly Wallet[]) => {
  const emails: string[] = [];
  for (const wallet of wallets) {
    const email = `signer${(mailboxes += 1)}@post.example`;
    await subscribe(logged.client, sink, { wallet, email });
    emails.push(email);
  }
  return (words: string) =>
    Promise.all(
      emails.map((email) =>
        until(`${words}, to ${email}`, () => sink.to(email).find(({ text }) => text.includes(words))),
      ),
    );
};

describe('the members of a private treasury', () => {
  it('all hear of the call of a recovery before its block, which nobody reports, what stops it, and that one did', async () => {
    const roster = await createActiveRoster(fixture);
    const { signers, guardian, creator } = roster;
    const haveMail = await subscribed([...signers, guardian, creator]);
    await fixture.mine(QUIET);
    await stepByParty(fixture, roster, 'call', guardian);
    const mails = await haveMail('The guardian called a recovery of a treasury');
    for (const { text } of mails) expect(text).toContain('the veto of one signer ends it');
    await fixture.mine();
    const veto = await stepByParty(fixture, roster, 'veto', signers[2]);
    await succeeded(confirmStep(fixture, roster, veto, signers[2]));
    await haveMail('A signer stopped the recovery of a treasury');
  });

  it('and the key that pays hear of each payment of a purse, and that it was sent home', async () => {
    const purse = await createPurse(fixture);
    const { vault, spender } = purse;
    const haveMail = await subscribed([...vault.signers, vault.creator, spender]);
    await succeeded(confirmPurseStep(fixture, purse, 'payment', await payByPurse(fixture, purse)));
    for (const { text } of await haveMail('A purse paid 0.01 BCH')) expect(text).toContain('send the purse home');
    await succeeded(confirmPurseStep(fixture, purse, 'home', await sendHome(fixture, purse, vault.signers[0])));
    await haveMail('from a purse back to its vault');
  });
});
