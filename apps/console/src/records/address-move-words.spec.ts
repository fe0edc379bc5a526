import { leftOutText, type MovableRecord, obstacleOf, obstacleText } from './address-move-words.js';

const record: MovableRecord = { status: 'ACTIVE', transferable: true, pending_move: null, contract: 'STREAM' };

describe('obstacleOf', () => {
  it.each<readonly [Partial<MovableRecord>, string | undefined]>([
    [{}, undefined],
    [{ status: 'PAUSED', settled: true }, undefined],
    [{ status: 'PAUSED', settled: false }, 'UNDER_NOTICE'],
    [{ status: 'CANCELLED' }, 'UNDER_NOTICE'],
    [{ status: 'COMPLETED', transferable: false }, 'ENDED'],
    [{ status: 'PENDING' }, 'NOT_FUNDED'],
    [{ contract: 'LOCK', transferable: false }, 'LOCK'],
    [{ transferable: false }, 'NOT_TRANSFERABLE'],
    [{ pending_move: { undone: true } }, 'MOVING'],
  ])('of a record with %j is %s', (changes, expected) => {
    const found = obstacleOf({ ...record, ...changes });
    expect(found).toBe(expected);
    if (found !== undefined) expect(obstacleText(found)).toMatch(/\.$/);
  });
});

describe('leftOutText', () => {
  it('has words for the codes of the service, and else the words of the service', () => {
    expect(leftOutText('NOT_TRANSFERABLE', 'x')).toBe(
      'Its terms do not allow it. Its sender decided that when creating it.',
    );
    expect(leftOutText('SOMETHING_NEW', 'Words of the service.')).toBe('Words of the service.');
  });
});
