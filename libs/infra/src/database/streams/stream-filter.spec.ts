import { rolesOf, type StreamFilter } from './list-streams.js';

const [A, B, C] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)];

describe('rolesOf', () => {
  it.each<[string, StreamFilter, unknown]>([
    ['nobody', {}, [{}]],
    ['the sender', { senderHashes: [A] }, [{ sender: A }]],
    ['the recipient', { recipientHashes: [A] }, [{ recipient: A }]],
    ['both roles', { senderHashes: [A], recipientHashes: [B] }, [{ sender: A, recipient: B }]],
    ['either role', { addressHashes: [A] }, [{ sender: A }, { recipient: A }]],
    ['the sender, who is the party', { senderHashes: [A], addressHashes: [A] }, [{ sender: A }]],
    ['the recipient, who is the party', { recipientHashes: [A], addressHashes: [A] }, [{ recipient: A }]],
    ['the sender and another party', { senderHashes: [A], addressHashes: [B] }, [{ sender: A, recipient: B }]],
    ['the recipient and another party', { recipientHashes: [A], addressHashes: [B] }, [{ sender: B, recipient: A }]],
    [
      'both roles, one of them the party',
      { senderHashes: [A], recipientHashes: [B], addressHashes: [B] },
      [{ sender: A, recipient: B }],
    ],
    ['both roles and a third party', { senderHashes: [A], recipientHashes: [B], addressHashes: [C] }, []],
    ['several senders', { senderHashes: [A, B] }, [{ sender: A }, { sender: B }]],
    [
      'several senders and one recipient',
      { senderHashes: [A, B], recipientHashes: [C] },
      [
        { sender: A, recipient: C },
        { sender: B, recipient: C },
      ],
    ],
    [
      'several senders, one of whom is the party',
      { senderHashes: [A, B], addressHashes: [A] },
      [{ sender: A }, { sender: B, recipient: A }],
    ],
    [
      'several parties in either role',
      { addressHashes: [A, B] },
      [{ sender: A }, { sender: B }, { recipient: A }, { recipient: B }],
    ],
  ])('%s', (_, filter, expected) => {
    expect(rolesOf(filter)).toEqual(expected);
  });
});
