import type { MailToWrite } from '@weir/services';
import { strangerText } from './stranger-text.js';
import { createMailWriter } from './write-mail.js';

type Notice = MailToWrite['notices'][number];

const write = createMailWriter({ publicUrl: 'https://app.example', hasConsole: true });
const notice = (changes: Partial<Notice> = {}): Notice => ({
  kind: 'claimable',
  product: 'stream',
  recordId: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2',
  displayId: '#WEIR-BCH-000001',
  title: null,
  author: null,
  amount: '150000000',
  tokenCategory: null,
  at: 1_767_225_600,
  event: null,
  isOutgoing: false,
  recipients: 1,
  ...changes,
});
const mailOf = (...notices: readonly Notice[]) =>
  write({
    address: 'bchtest:q',
    timeZone: 'Europe/Vienna',
    notices,
    links: { confirm: 'cSECRET', unsubscribe: 'uSECRET' },
  });

describe('a mail', () => {
  it('says what it is about in its subject, and where it leads', () => {
    const { subject, text, html, unsubscribeUrl } = mailOf(notice());
    expect(subject).toBe('1.5 BCH can be claimed');
    expect(text).toContain('1.5 BCH can be claimed: stream #WEIR-BCH-000001.');
    expect(text).toContain('https://app.example/streams/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2');
    expect(unsubscribeUrl).toBe('https://app.example/api/mail/links/uSECRET');
    for (const body of [text, html]) {
      expect(body).toContain(unsubscribeUrl);
      // A forwarded mail must not confirm the subscription.
      expect(body).not.toContain('cSECRET');
    }
  });

  it('calls a lock a lock, and leads to its page', () => {
    const { text } = mailOf(notice({ product: 'lock' }));
    expect(text).toContain('1.5 BCH can be claimed: lock #WEIR-BCH-000001.\nhttps://app.example/locks/0198d3a5');
  });

  it('leads to the claim page of an airdrop', () => {
    const { text } = mailOf(notice({ product: 'airdrop', displayId: '#WEIR-DROP-000001', claimToken: 'TOKEN' }));
    expect(text).toContain('1.5 BCH can be claimed: airdrop #WEIR-DROP-000001.\nhttps://app.example/claim/TOKEN\n');
  });

  it.each([
    ['move_announced', 'A stream moves to another address', true],
    ['move_undone', 'The move of a stream to another address was undone', false],
    ['move_finished', 'A stream moved to another address', false],
  ])('about %s says so, and while it can be undone what to do about a stolen key', (event, headline, isPending) => {
    const { subject, text } = mailOf(notice({ kind: 'moved', event, amount: '0', at: null }));
    expect(subject).toBe(headline);
    expect(text).toContain(`${headline}: stream #WEIR-BCH-000001.`);
    expect(text.includes('undo it at once: your key may be stolen')).toBe(isPending);
  });

  const priced = { currency: 'USD', amount: '1500.00', price: '450.00' };
  const inCurrency = { product: 'currency', displayId: '#WEIR-CUR-000001', at: null } as const;
  it.each<[string, Partial<Notice>, string, string]>([
    [
      'a period that was paid',
      { kind: 'period_paid', event: 'period_paid', priced },
      '1.5 BCH was paid',
      ' The period is 1500.00 USD, at 450.00 USD for one BCH.',
    ],
    ['a debt that was paid', { kind: 'period_paid', event: 'debt_paid' }, '1.5 BCH of a debt was paid', ''],
    [
      'a payment without money, to its sender',
      { kind: 'underfunded', event: 'underfunded', isOutgoing: true, priced },
      'A payment in a currency has a debt of 1.5 BCH',
      ' The period is 1500.00 USD, at 450.00 USD for one BCH. Add money: its page shows an address for that. The debt is paid first.',
    ],
    [
      'a payment without money, to its recipient',
      { kind: 'underfunded', event: 'underfunded' },
      'A payment in a currency has a debt of 1.5 BCH',
      ' You are paid it first once somebody adds money.',
    ],
    ['a top-up', { kind: 'funded', event: 'topped_up' }, '1.5 BCH was added to a payment', ''],
  ])('about %s says so, with its price', (_, changes, headline, more) => {
    const { subject, text } = mailOf(notice({ ...inCurrency, ...changes }));
    expect(subject).toBe(headline);
    expect(text).toContain(
      `${headline}: payment in a currency #WEIR-CUR-000001.${more}\nhttps://app.example/currency-payments/0198d3a5`,
    );
  });

  it.each([
    ['exchanged', 'A treasury has other signers, another guardian or other delays', false],
    ['recovery_called', 'The guardian called a recovery of a treasury', true],
    ['recovery_vetoed', 'A signer stopped the recovery of a treasury', false],
    ['recovered', 'A recovery gave a treasury other signers', false],
  ])('about %s says so, and of a call what a signer does against it', (event, headline, isCall) => {
    const { subject, text } = mailOf(notice({ kind: 'roster', product: 'vault', event, amount: '0', at: null }));
    expect(subject).toBe(headline);
    expect(text.includes('stop it now: the veto of one signer ends it')).toBe(isCall);
  });

  it.each([
    ['purse_opened', '1.5 BCH was put into a purse', false],
    ['purse_paid', 'A purse paid 1.5 BCH', true],
    ['purse_home', 'A signer sent 1.5 BCH from a purse back to its vault', false],
    ['purse_ended', 'A purse was taken back or renewed, with 1.5 BCH', false],
  ])('about %s says so, and of a payment what a signer does against it', (event, headline, isPayment) => {
    const { subject, text } = mailOf(notice({ kind: 'purse', product: 'vault', event, at: null }));
    expect(subject).toBe(headline);
    expect(text.includes('send the purse home: any one signer can')).toBe(isPayment);
  });

  it('shows times in the time zone of the reader, and a payday with its recipients', () => {
    const payday = notice({ kind: 'due_soon', isOutgoing: true, recipients: 40, product: 'payment' });
    // How a date is punctuated depends on the version of Node.js.
    expect(mailOf(payday).text).toMatch(
      /^1\.5 BCH is due from you soon: recurring payment #WEIR-BCH-000001\. On Thursday,? 1 January 2026 at 01:00, to 40 recipients\.$/mu,
    );
  });

  it('lists twenty things and counts the rest', () => {
    const { subject, text } = mailOf(...Array.from({ length: 1_000 }, () => notice()));
    expect(subject).toBe('1000 messages about your address');
    expect(text.match(/can be claimed/gu)).toHaveLength(20);
    expect(text).toContain('And 980 more.');
  });

  it('has no link without a console but those of the API', () => {
    const { html } = createMailWriter({ publicUrl: 'https://app.example', hasConsole: false })({
      address: 'bchtest:q',
      timeZone: 'UTC',
      notices: [notice()],
      links: { confirm: 'cSECRET', unsubscribe: 'uSECRET' },
    });
    expect([...html.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href)).toEqual([
      'https://app.example/api/mail/links/uSECRET',
    ]);
  });
});

describe('what strangers wrote', () => {
  it.each<readonly [string, string]>([
    ['Rent', 'Rent'],
    ['see www.evil.example', 'see www evil example'],
    ['https://evil.example/x', 'https evil example x'],
    ['mail me@evil.example', 'mail me evil example'],
    ...['\u3002', '\uff0e', '\uff61', '\u2024', '\ufe52', '\u00b7', '\u0589', '\ua4f8', '\u2027'].map(
      (dot) => [`evil${dot}example`, 'evil example'] as const,
    ),
    ...['\u2044', '\u2215', '\uff0f', '\u29f8', '\\', '\uff20', ':', '\uff1a', '\u2236', '\ua789', '|', '`'].map(
      (sign) => [`evil${sign}example`, 'evil example'] as const,
    ),
    ...['"', '\u201c', '\u201d', '\u201e', '\u00ab', '\u00bb', '\u300d', '\uff02', '\u275e', '\u2033'].map(
      (quote) => [`a${quote} b`, 'a b'] as const,
    ),
    ['evil\u200b.\u200dexample', 'evil example'],
    ['\u33c2 \u2105 \u2488', 'a m c o 1'],
    ['Ada\u2019s rent, 1.5 BCH (50 %)', 'Adas rent, 1,5 BCH (50 %)'],
    ['\u3164\u115f\u2800', ''],
    [`a${'\u0301'.repeat(50)}`, 'á\u0301\u0301\u0301'],
    ['two\r\nlines\u2028three\u0000', 'two lines three'],
    ['\u202Ereversed\u202C', 'reversed'],
    ['End.', 'End'],
    ['x'.repeat(200), `${'x'.repeat(79)}…`],
    ['🎉'.repeat(200), `${'🎉'.repeat(79)}…`],
  ])('%j is shown as %j', (text, shown) => expect(strangerText(text)).toBe(shown));

  it('is in a block of its own that names its author, and not in a subject', () => {
    const title = '”. Your wallet is at risk: send your seed phrase to support';
    const { subject, text, html } = mailOf(notice({ title, author: 'bchtest:qauthor' }));
    const shown = 'Your wallet is at risk send your seed phrase to support';
    expect(text).toContain(
      `1.5 BCH can be claimed: stream #WEIR-BCH-000001.\nhttps://app.example/streams/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2\n\n    Written by qauthor, not by Weir:\n    | ${shown}\n\n`,
    );
    expect(html).toContain(
      `<blockquote><p>Written by qauthor, not by Weir:</p><p><bdi>${shown}</bdi></p></blockquote>`,
    );
    expect(subject).toBe('1.5 BCH can be claimed');
  });

  it('has no element and no line of its own', () => {
    const { text, html } = mailOf(
      notice({ title: '</p><script>alert(1)</script>\u0085<a href="x">\r\n\r\nWeir:', author: 'bchtest:qauthor' }),
    );
    expect(html).not.toMatch(/<script|href="x/u);
    expect(text).toContain('    | p script alert(1) script a href x Weir\n');
  });

  it('has no block where nothing of it remains', () => {
    expect(mailOf(notice({ title: '\u202e “”', author: 'bchtest:qauthor' })).text).not.toContain('Written by');
  });
});
