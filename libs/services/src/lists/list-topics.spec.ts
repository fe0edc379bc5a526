import { hexToBin } from '@bitauth/libauth';
import { addressOf } from '@weir/covenants';
import { createListTopics } from './list-topics.js';

const [a, b] = ['aa'.repeat(20), 'bb'.repeat(20)];
const address = (hash: string): string => addressOf(hexToBin(hash), 'devnet');

describe('what lists are made of', () => {
  const topics = createListTopics('devnet');

  it('are the rows of a party where one is named, in any role, else all of the product', () => {
    expect(topics.rows('stream', {})).toEqual(['stream', 'token']);
    expect(topics.rows('payment', { status: 'ACTIVE' })).toEqual(['payment', 'token']);
    for (const role of ['sender', 'recipient', 'address'])
      expect(topics.rows('stream', { [role]: address(a) })).toEqual([`stream:${a}`, 'token']);
    // Everything that is of both is of each.
    expect(topics.rows('stream', { sender: address(a), recipient: address(b) })).toEqual([`stream:${a}`, 'token']);
    expect(topics.rows('stream', { sender: `${address(a)},${address(b)}` })).toEqual([
      `stream:${a}`,
      `stream:${b}`,
      'token',
    ]);
    expect(topics.campaigns({})).toEqual(['airdrop', 'token']);
    expect(topics.campaigns({ creator: address(b) })).toEqual([`airdrop:${b}`, 'token']);
  });

  it('are of the products the explorer is asked for', () => {
    const all = ['stream', 'payment', 'airdrop', 'proposal', 'currency_payment', 'purse', 'token'];
    expect(topics.activity({})).toEqual(all);
    expect(topics.activity({ type: 'purses' })).toEqual(['purse', 'token']);
    expect(topics.activity({ type: 'treasuries' })).toEqual(['proposal', 'token']);
    expect(topics.activity({ type: 'currency-payments' })).toEqual(['currency_payment', 'token']);
  });

  it('are none for somebody there cannot be: who asks so is refused', () => {
    expect(topics.rows('stream', { sender: 'nobody' })).toBeUndefined();
    expect(topics.campaigns({ creator: 'nobody' })).toBeUndefined();
  });
});
