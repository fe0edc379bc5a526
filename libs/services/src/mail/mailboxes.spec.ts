import { createMailboxes, hintOf } from './mailboxes.js';

const ID = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
const OTHER = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c3';
const mailboxes = createMailboxes('a secret of thirty-two characters');
const others = createMailboxes('another secret of thirty-two signs');

describe('e-mail addresses', () => {
  it('are read back with the same secret, for the same subscription', () => {
    const sealed = mailboxes.seal('ada@mail.example', ID);
    expect(sealed).not.toBe(mailboxes.seal('ada@mail.example', ID));
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('ada');
    expect(mailboxes.open(sealed, ID)).toBe('ada@mail.example');
    expect([mailboxes.open(sealed, OTHER), others.open(sealed, ID), mailboxes.open('', ID)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are counted as one where most servers deliver them to one', () => {
    const digest = mailboxes.digestOf('ada.byron@mail.example');
    for (const same of ['Ada.Byron@MAIL.example', 'adabyron@mail.example', 'ada.byron+weir@mail.example'])
      expect(mailboxes.digestOf(same)).toBe(digest);
    expect(mailboxes.digestOf('bob@mail.example')).not.toBe(digest);
    expect(others.digestOf('ada.byron@mail.example')).not.toBe(digest);
  });

  it('are counted as one at both hosts of one provider', () => {
    const digest = mailboxes.digestOf('ada@gmail.com');
    for (const same of ['ada@googlemail.com', 'A.da+weir@GoogleMail.com', 'a.d.a@gmail.com'])
      expect(mailboxes.digestOf(same)).toBe(digest);
    expect(mailboxes.digestOf('ada@googlemail.example')).not.toBe(digest);
  });

  it('are shown to their owner in part', () => {
    expect(hintOf('ada@mail.example')).toBe('a…@m….example');
  });
});

describe('links in mails', () => {
  it('say what they do, and of which subscription', () => {
    for (const purpose of ['confirm', 'unsubscribe'] as const) {
      const link = mailboxes.linkTo({ purpose, id: ID });
      expect(link).toMatch(/^[cu][\w-]{43}$/u);
      expect(mailboxes.readLink(link)).toEqual({ purpose, id: ID });
    }
  });

  it('cannot be made from another one', () => {
    const link = mailboxes.linkTo({ purpose: 'unsubscribe', id: ID });
    const flipped = `${link.slice(0, 5)}${link[5] === 'A' ? 'B' : 'A'}${link.slice(6)}`;
    for (const forged of [`c${link.slice(1)}`, flipped, link.slice(0, -2), `${link}AA`, '', 'x', 'u'])
      expect(mailboxes.readLink(forged)).toBeUndefined();
    expect(mailboxes.readLink(others.linkTo({ purpose: 'confirm', id: ID }))).toBeUndefined();
  });
});
