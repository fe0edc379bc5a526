import { recordedHeaders as recorded } from '../../../test/electrum/support/recorded.js';
import { headerOf, medianTime, parseHeaders, type BlockHeader } from './headers.js';

const headers = parseHeaders(recorded.headers.map(({ hex }) => hex).join(''));
const timed = (time: number): BlockHeader => ({ hash: '', previous: '', merkleRoot: '', time, bits: 0 });

it('reads what the node reports', () => {
  expect(headers).toHaveLength(recorded.headers.length);
  recorded.headers.forEach(({ hash, hex, merkleroot, time }, i) => {
    expect(headers[i]).toMatchObject({ hash, time, merkleRoot: merkleroot });
    expect(headerOf(hex)).toEqual(headers[i]);
  });
});

it('computes the median time past as the node does', () => {
  const before = recorded.timesBefore.map(timed);
  recorded.headers.forEach(({ mediantime }, i) =>
    expect(medianTime([...before, ...headers.slice(0, i + 1)])).toBe(mediantime),
  );
});

it.each([
  [[5], 5],
  [[5, 9], 9],
  [[9, 1, 5], 5],
])('takes the median of fewer near the first block: %j', (times, median) => {
  expect(medianTime(times.map(timed))).toBe(median);
});

it('refuses headers that form no chain', () => {
  const [first, second, third] = recorded.headers.map(({ hex }) => hex);
  expect(() => parseHeaders(`${first ?? ''}${third ?? ''}`)).toThrow('do not build on each other');
  expect(() => parseHeaders(`${first ?? ''}${second ?? ''}00`)).toThrow('80 bytes');
  expect(() => parseHeaders('zz')).toThrow('no hex');
  for (const answer of ['', '00', first?.slice(2), 5, null]) expect(() => headerOf(answer)).toThrow('80 bytes');
});
