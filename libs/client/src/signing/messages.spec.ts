import type { Connection } from '../connection/connection.js';
import { isSignInMessage } from './messages.js';

const OWN = 'bchtest:qqqszqgpqyqszqgpqyqszqgpqyqszqgpqy8kvl0kqa';
const OTHER = 'bchtest:qqpqyqszqgpqyqszqgpqyqszqgpqyqszqg2mnt7v0l';
/** The same key, for tokens. */
const AWARE = 'bchtest:zqqszqgpqyqszqgpqyqszqgpqyqszqgpqyqulppslw';

const LINES = {
  domain: 'Sign in to app.example. Moves no coins.',
  address: `Address: ${OWN}`,
  network: 'Network: chipnet',
  nonce: `Nonce: ${'5f'.repeat(16)}`,
  expires: 'Expires: 2026-01-01T00:05:00Z',
};

const textOf = (change: Partial<typeof LINES> = {}): string => Object.values({ ...LINES, ...change }).join('\n');

/** Whether a client of a service at this URL lets its wallet sign the text. */
const isSigned = (text: string, baseUrl = 'https://app.example', signInDomain?: string): boolean =>
  isSignInMessage(
    { baseUrl, ...(signInDomain !== undefined && { signInDomain }) } as Connection,
    { address: OWN, network: 'chipnet' },
    text,
  );

const from = (domain: string): string => textOf({ domain: `Sign in to ${domain}. Moves no coins.` });

describe('isSignInMessage', () => {
  it.each([
    ['by the host of the API', 'app.example', 'https://app.example'],
    ['whatever its port', 'app.example:8443', 'https://app.example:3001'],
    ['for a part of its domain', 'app.example', 'https://api.app.example'],
    ['for the domain that it is a part of', 'console.app.example', 'https://app.example'],
    ['on this machine', 'localhost', 'http://127.0.0.1:3001'],
  ])('is one %s', (_, domain, baseUrl) => expect(isSigned(from(domain), baseUrl)).toBe(true));

  it('is one by the domain that the caller named, and by no other', () => {
    expect(isSigned(from('app.example'), 'https://api.example', 'app.example')).toBe(true);
    expect(isSigned(from('api.example'), 'https://api.example', 'app.example')).toBe(false);
  });

  it('is one for the same key in the form for tokens', () =>
    expect(isSigned(textOf({ address: `Address: ${AWARE}` }))).toBe(true));

  it.each([
    'bank.example',
    'app.example.bank.example',
    'notapp.example',
    'example',
    'app.exаmple', // a Cyrillic a
    'арр.example',
    'app.example\u200b',
    'APP.EXAMPLE',
    'bank.example/?at=.app.example',
    'bank.example\\@app.example',
    'bank.example#app.example',
    'user@app.example',
    'app.example:8443:bank',
    'app.example. I owe you 1 BCH',
    'app.example\tbank',
    '',
  ])('is not of the domain %j', (domain) => expect(isSigned(from(domain))).toBe(false));

  it.each([
    ['https://a.co.uk', 'b.co.uk'],
    ['https://weir.host.example', 'bank.host.example'],
    ['http://203.0.113.5', '198.51.113.5'],
    ['https://app.example', 'localhost'],
    ['http://localhost:3001', 'app.example'],
  ])('is none for a neighbour: at %s, of %s', (baseUrl, domain) => expect(isSigned(from(domain), baseUrl)).toBe(false));

  it.each([
    ['another address', { address: `Address: ${OTHER}` }],
    ['a wrong checksum', { address: `Address: ${OWN.slice(0, -1)}z` }],
    ['words for a prefix', { address: `Address: ${OWN.replace('bchtest', 'i-owe-you-1-bch')}` }],
    ['the prefix of another network', { address: `Address: ${OWN.replace('bchtest', 'bitcoincash')}` }],
    ['words behind the address', { address: `Address: ${OWN} and others` }],
    ['a second address', { address: `Address: ${OWN}\nAddress: ${OTHER}` }],
    ['no address', { address: 'Address: ' }],
    ['another network', { network: 'Network: mainnet' }],
    ['two networks', { network: 'Network: chipnet\nNetwork: mainnet' }],
    ['a network in capitals', { network: 'Network: CHIPNET' }],
    ['a short nonce', { nonce: 'Nonce: 5f' }],
    ['a nonce that is text', { nonce: `Nonce: ${'pay 1 BCH to Bob'.repeat(2)}` }],
    ['a time in words', { expires: 'Expires: never' }],
    ['a line behind it', { expires: `${LINES.expires}\nI owe you 1 BCH` }],
    ['an empty line behind it', { expires: `${LINES.expires}\n` }],
    ['lines of another system', { expires: `${LINES.expires}\r` }],
    ['a line before it', { domain: `I owe you 1 BCH\n${LINES.domain}` }],
    ['a space before it', { domain: ` ${LINES.domain}` }],
    ['another first sentence', { domain: 'Sign in to app.example. Moves all coins.' }],
    ['a letter that looks like another', { domain: LINES.domain.replace('Sign', 'Sіgn') }],
    ['a space that looks like another', { domain: LINES.domain.replace('Moves no', 'Moves\u00a0no') }],
  ])('is none with %s', (_, change) => expect(isSigned(textOf(change))).toBe(false));

  it('is none where it closes a campaign, or says anything else', () => {
    for (const text of ['Close Weir airdrop abcDEF0123-_xyz9', 'Bitcoin Signed Message:\n', OWN, ''])
      expect([text, isSigned(text)]).toEqual([text, false]);
  });
});
