import { partyFilter, type StreamFilter } from './list-streams.js';

const [A, B, C] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)];

describe('partyFilter', () => {
  it.each<[string, StreamFilter, unknown]>([
    ['nobody', {}, { kind: 'roles' }],
    ['the sender', { senderHash: A }, { kind: 'roles', sender: A }],
    ['the recipient', { recipientHash: A }, { kind: 'roles', recipient: A }],
    ['both roles', { senderHash: A, recipientHash: B }, { kind: 'roles', sender: A, recipient: B }],
    ['either role', { addressHash: A }, { kind: 'either', hash: A }],
    ['the sender, who is the party', { senderHash: A, addressHash: A }, { kind: 'roles', sender: A }],
    ['the recipient, who is the party', { recipientHash: A, addressHash: A }, { kind: 'roles', recipient: A }],
    ['the sender and another party', { senderHash: A, addressHash: B }, { kind: 'roles', sender: A, recipient: B }],
    [
      'the recipient and another party',
      { recipientHash: A, addressHash: B },
      { kind: 'roles', sender: B, recipient: A },
    ],
    [
      'both roles, one of them the party',
      { senderHash: A, recipientHash: B, addressHash: B },
      { kind: 'roles', sender: A, recipient: B },
    ],
    ['both roles and a third party', { senderHash: A, recipientHash: B, addressHash: C }, { kind: 'none' }],
  ])('%s', (_, filter, expected) => {
    expect(partyFilter(filter)).toEqual(expected);
  });
});
