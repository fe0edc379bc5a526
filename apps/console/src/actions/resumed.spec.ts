import type { PendingAction } from './pending.js';
import { type ResumedAction, shownWith } from './resumed.js';

const resumed = (txHash: string, state: ResumedAction['state']): ResumedAction => ({
  state,
  action: {
    product: 'payment',
    id: 'a-payment',
    verb: 'pause',
    pending: { version: 1, txHash } as PendingAction['pending'],
    at: 0,
  },
});

describe('shownWith', () => {
  it('replaces the state of an action, and leaves others', () =>
    expect(shownWith([resumed('aa', 'waiting'), resumed('bb', 'waiting')], 'aa', resumed('aa', 'recorded'))).toEqual([
      resumed('bb', 'waiting'),
      resumed('aa', 'recorded'),
    ]));

  it('removes an action that waits where another page has finished it', () =>
    expect(shownWith([resumed('aa', 'waiting'), resumed('bb', 'waiting')], 'aa', undefined)).toEqual([
      resumed('bb', 'waiting'),
    ]));

  it.each(['recorded', 'overtaken', 'refused'] as const)(
    'keeps an action that was %s when nothing of it is left',
    (state) => expect(shownWith([resumed('aa', state)], 'aa', undefined)).toEqual([resumed('aa', state)]),
  );
});
