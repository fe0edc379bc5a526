import { leftOutText, type MovableRecord, obstacleOf, obstacleText } from './address-move-words.js';

const record: MovableRecord = {
  status: 'ACTIVE',
  sender: 'bchtest:qz4dxqgl95eydcrcug3uw8a34yec3422ycxeftcfdx',
  transferable: true,
  pending_move: null,
  contract: 'STREAM',
};
const TREASURY = 'bchtest:r00nas9q7yua7lp03jf6vhe703502kkztf2c6asptr8xalnz8zx06c7758va3';

describe('obstacleOf', () => {
  it.each<readonly [Partial<MovableRecord>, string | undefined]>([
    [{}, undefined],
    [{ status: 'PAUSED', settled: true }, undefined],
    [{ status: 'PAUSED', settled: false }, 'UNDER_NOTICE'],
    [{ status: 'CANCELLED' }, 'UNDER_NOTICE'],
    [{ status: 'COMPLETED', transferable: false }, 'ENDED'],
    [{ status: 'PENDING' }, 'NOT_FUNDED'],
    [{ contract: 'LOCK', transferable: false }, 'LOCK'],
    [{ contract: 'LOCK', transferable: false, sender: TREASURY }, 'LOCK'],
    [{ contract: 'LOCK' }, undefined],
    [{ transferable: false }, 'NOT_TRANSFERABLE'],
    [{ transferable: false, sender: TREASURY }, 'PAID_BY_TREASURY'],
    [{ sender: TREASURY }, undefined],
    [{ status: 'COMPLETED', transferable: false, sender: TREASURY }, 'ENDED'],
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
