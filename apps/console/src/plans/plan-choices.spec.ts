import { movable, planChoicesOf } from './plan-choices.js';

const plan = { ...({ status: 'PENDING', product: 'vesting' } as const), parts: 2, parts_funded: 0, vault_id: null };
const sender = { isSender: true };

describe('what can be done with a plan', () => {
  it('is funding it, by its sender, until all parts are', () => {
    expect(planChoicesOf(plan, sender)).toMatchObject({ canFund: true, canMove: false });
    expect(planChoicesOf(plan, { isSender: false }).canFund).toBe(false);
    expect(planChoicesOf({ ...plan, status: 'ACTIVE', parts_funded: 1 }, sender)).toMatchObject({
      ...{ canFund: true, canMove: true },
      meaning: expect.stringMatching(/^1 of 2 parts/) as string,
    });
    expect(planChoicesOf({ ...plan, status: 'ACTIVE', parts_funded: 2 }, sender)).toMatchObject({
      ...{ canFund: false, canMove: true },
    });
  });

  it('is asking its vault, where one funds it', () =>
    expect(planChoicesOf({ ...plan, vault_id: 'v', status: 'ACTIVE' }, { isSender: false })).toMatchObject({
      ...{ canFund: false, canMove: true },
    }));
});

describe('what can be done with a selection', () => {
  const terms = { cancelable: true, pausable: true };
  const rows = (['ACTIVE', 'PAUSED', 'COMPLETED', 'PENDING'] as const).map((status) => ({
    ...{ id: status, status, claimable_amount_base: 1n },
  }));

  it('is what each of them allows', () => {
    expect(movable('cancel', rows, terms)).toEqual(['ACTIVE', 'PAUSED']);
    expect(movable('pause', rows, terms)).toEqual(['ACTIVE']);
    expect(movable('resume', rows, terms)).toEqual(['PAUSED']);
    expect(movable('push', rows, terms)).toEqual(['ACTIVE']);
  });

  it('is less where the plan ruled it out, or nothing is due', () => {
    expect(movable('cancel', rows, { ...terms, cancelable: false })).toEqual([]);
    expect(movable('pause', rows, { ...terms, pausable: false })).toEqual([]);
    expect(
      movable(
        'push',
        rows.map((row) => ({ ...row, claimable_amount_base: 0n })),
        terms,
      ),
    ).toEqual([]);
  });
});
