import { movable, planChoicesOf, selectionHint } from './plan-choices.js';

const plan = {
  ...({ status: 'PENDING', product: 'vesting' } as const),
  parts: 2,
  parts_funded: 0,
  vault_id: null,
  cancelable: true,
};
const sender = { isSender: true };

describe('the choices of a plan', () => {
  it('let its sender fund it until all parts are funded', () => {
    expect(planChoicesOf(plan, sender)).toMatchObject({ canFund: true, canMove: false });
    expect(planChoicesOf(plan, { isSender: false }).canFund).toBe(false);
    expect(planChoicesOf({ ...plan, status: 'ACTIVE', parts_funded: 1 }, sender)).toMatchObject({
      canFund: true,
      canMove: true,
      meaning: expect.stringMatching(/^1 of 2 parts/) as string,
    });
    expect(planChoicesOf({ ...plan, status: 'ACTIVE', parts_funded: 2 }, sender)).toMatchObject({
      canFund: false,
      canMove: true,
    });
  });

  it('say of locks that nobody can take them back', () =>
    expect(planChoicesOf({ ...plan, product: 'lock', status: 'ACTIVE', parts_funded: 2 }, sender).meaning).toContain(
      'Nobody can take them back',
    ));

  it('refer to proposals where a vault funds it', () =>
    expect(planChoicesOf({ ...plan, vault_id: 'v', status: 'ACTIVE' }, { isSender: false })).toMatchObject({
      canFund: false,
      canMove: true,
    }));
});

describe('the moves of a selection', () => {
  const terms = { cancelable: true, pausable: true };
  const rows = (['ACTIVE', 'PAUSED', 'COMPLETED', 'PENDING'] as const).map((status) => ({
    id: status,
    status,
    claimable_amount_base: 1n,
    pending_move: null,
  }));

  it('take the streams whose status allows each move', () => {
    expect(movable('cancel', rows, terms)).toEqual(['ACTIVE', 'PAUSED']);
    expect(movable('pause', rows, terms)).toEqual(['ACTIVE']);
    expect(movable('resume', rows, terms)).toEqual(['PAUSED']);
    expect(movable('push', rows, terms)).toEqual(['ACTIVE']);
  });

  it('are named as far as the plan’s terms allow them', () => {
    expect(selectionHint(terms)).toBe('Select those to pay out, pause or cancel');
    expect(selectionHint({ cancelable: true, pausable: false })).toBe('Select those to pay out or cancel');
    expect(selectionHint({ cancelable: false, pausable: false })).toBe('Select those to pay out');
  });

  it('leave out what the plan’s terms rule out, and pushes where nothing is due', () => {
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
