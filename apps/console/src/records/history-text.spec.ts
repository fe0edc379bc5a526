import { historyText } from './history-text.js';

describe('a step in the history', () => {
  it.each([
    [{ event: 'funded' }, 'Funded'],
    [{ event: 'restored', of: 'claimed' }, 'On the chain again: Claimed'],
    [
      { event: 'rolled_back', of: 'claimed', reason: 'replaced' as const },
      'Rolled back by the chain: Claimed (another transaction spent the same coins)',
    ],
    [{ event: 'exchanged' }, 'Keys exchanged'],
    [{ event: 'rolled_back', of: 'recovery_called' }, 'Rolled back by the chain: Recovery called'],
    [{ event: 'something new' }, 'something new'],
  ])('%j reads %s', (entry, text) => expect(historyText(entry)).toBe(text));
});
