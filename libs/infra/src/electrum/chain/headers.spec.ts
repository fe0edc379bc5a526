import { recordedHeaders as recorded } from '../../../test/electrum/support/recorded.js';
import { chainFactsOf, genesisHashOf } from '../pool/networks.js';
import {
  type BlockHeader,
  demandWork,
  hasPromisedWork,
  headerOf,
  type HeaderWork,
  medianTime,
  parseHeaders,
  targetOf,
} from './headers.js';

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
  expect(() => parseHeaders('zz')).toThrow('not hex');
  for (const answer of ['', '00', first?.slice(2), 5, null]) expect(() => headerOf(answer)).toThrow('80 bytes');
});

/** The main network's first block. */
const FIRST =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c';
const NONCE = 152;

const withNonce = (hex: string, nonce: string): string => hex.slice(0, NONCE) + nonce;

it.each([
  [0x1d00ffff, 0xffffn << 208n],
  [0x207fffff, 0x7fffffn << 232n],
  [0x01120000, 0x12n],
  [0x00923456, 0n],
  [0x04923456, 0n],
  [0, 0n],
])('reads bits: %i', (bits, target) => {
  expect(targetOf(bits)).toBe(target);
});

it('accepts headers with proof of work', () => {
  expect(headerOf(FIRST)).toMatchObject({ hash: genesisHashOf('mainnet'), bits: 0x1d00ffff });
  for (const { hex } of recorded.headers) expect(hasPromisedWork(headerOf(hex))).toBe(true);
});

it('refuses headers without proof of work, from any server', () => {
  expect(() => headerOf(withNonce(FIRST, '1eac2b7c'))).toThrow('no proof of work');
  const idle = recorded.headers.flatMap(({ hex }) =>
    Array.from({ length: 8 }, (_, nonce) => withNonce(hex, `0${nonce}000000`)),
  );
  const refused = idle.filter((hex) => {
    try {
      headerOf(hex);
      return false;
    } catch {
      return true;
    }
  });
  // Half of all hashes satisfy a test network's target.
  expect(refused.length).toBeGreaterThan(idle.length / 4);
});

it('asks of public networks more than of local ones, and of the newest blocks of the main network much more', () => {
  const [local = ''] = recorded.headers.map(({ hex }) => hex);
  const [first, easy] = [headerOf(FIRST), headerOf(local)];
  const at = (height: number, ...headers: readonly HeaderWork[]) => headers.map((header) => [height, header] as const);
  for (const network of ['mainnet', 'chipnet', 'testnet3', 'testnet4'] as const) {
    const { easiestAt } = chainFactsOf(genesisHashOf(network));
    expect(() => demandWork(at(0, first), easiestAt)).not.toThrow();
    expect(() => demandWork(at(0, first, easy), easiestAt)).toThrow('less work');
  }
  const [mainnet, chipnet] = [chainFactsOf(genesisHashOf('mainnet')), chainFactsOf(genesisHashOf('chipnet'))];
  expect(() => demandWork(at(0, first), () => mainnet.easiestTip)).toThrow('less work');
  expect(() => demandWork(at(0, first), () => chipnet.easiestTip)).not.toThrow();
  // Any block that may hold a contract, however deep below the tip.
  expect(() => demandWork(at(mainnet.tokensFrom, first), mainnet.easiestAt)).toThrow('less work');
  expect(() => demandWork(at(mainnet.tokensFrom, first), chipnet.easiestAt)).not.toThrow();
  for (const network of ['regtest', 'devnet'] as const)
    expect(() => demandWork(at(0, easy), () => chainFactsOf(genesisHashOf(network)).easiestTip)).not.toThrow();
});
