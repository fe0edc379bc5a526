import { movesOfPlan, offersOfSelection } from './vault-moves.js';

const stream = { id: 's', kind: 'stream', status: 'ACTIVE', cancelable: true, pausable: false } as const;
const payment = { ...stream, id: 'p', kind: 'payment', pausable: true } as const;

describe('what members can propose on what a vault sends', () => {
  it('is the funding of one record that is not funded', () => {
    expect(offersOfSelection([{ ...stream, status: 'PENDING' }])).toEqual([
      { move: 'fund', label: 'Propose its funding', subject: { streamIds: ['s'] } },
    ]);
    expect(
      offersOfSelection([
        { ...stream, status: 'PENDING' },
        { ...payment, status: 'PENDING' },
      ]),
    ).toEqual([]);
  });

  it('is to move those of a selection that allow it', () => {
    expect(offersOfSelection([stream, payment])).toEqual([
      { move: 'pause', label: 'Propose to pause 1', subject: { paymentIds: ['p'] } },
      { move: 'cancel', label: 'Propose to cancel 2', subject: { streamIds: ['s'], paymentIds: ['p'] } },
    ]);
    expect(offersOfSelection([{ ...payment, id: 'c', kind: 'currency' }])).toEqual([
      { move: 'pause', label: 'Propose to pause 1', subject: { currencyPaymentIds: ['c'] } },
      { move: 'cancel', label: 'Propose to cancel 1', subject: { currencyPaymentIds: ['c'] } },
    ]);
    expect(offersOfSelection([{ ...payment, status: 'PAUSED', cancelable: false }]).map(({ move }) => move)).toEqual([
      'resume',
    ]);
    expect(offersOfSelection([{ ...stream, status: 'COMPLETED' }])).toEqual([]);
  });

  it('is the next part of a plan, and moves of all of it once it is active', () => {
    const plan = { status: 'PENDING', parts: 2, parts_funded: 0, cancelable: true, pausable: true } as const;
    expect(movesOfPlan(plan)).toEqual(['fund']);
    expect(movesOfPlan({ ...plan, parts: 0 })).toEqual([]);
    expect(movesOfPlan({ ...plan, status: 'ACTIVE', parts_funded: 2 })).toEqual(['pause', 'resume', 'cancel']);
    expect(movesOfPlan({ ...plan, status: 'ACTIVE', parts_funded: 1, pausable: false })).toEqual(['fund', 'cancel']);
  });
});
