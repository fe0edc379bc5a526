import { binToHex } from '@bitauth/libauth';
import { passTime } from '@weir/devnet';
import {
  casesOf,
  openLibraryHandle,
  PATH_CONTRACTS,
  productOf,
  runPathCase,
  type PathHandle,
  type PathSubject,
  type PathView,
} from '@weir/simulation/paths';
import { until, untilSo } from '@weir/testing';
import { useIndexer, type IndexerFixture, type IndexerReplica } from './support/indexer-fixture.js';

/** The indexer builds nothing: the library takes the paths, and the indexer reads them from the chain. */
const createSubject = (
  { node, chain }: Pick<IndexerFixture, 'node' | 'chain'>,
  { reader }: IndexerReplica,
): PathSubject => {
  const subject: PathSubject = {
    node,
    reader: chain,
    pass: (seconds) => Promise.resolve(void passTime(node, seconds)),
    mine: () => Promise.resolve(void node.mine(1, { timeStep: 1 })),
    async open(contract, parties, start): Promise<PathHandle> {
      const { lockingBytecode, take, stream, txid } = await openLibraryHandle(contract, parties, start, subject);
      const row = async () => {
        const rows = await reader.fundedBy([txid], 9);
        return rows.find(({ terms }) => terms.recipient === binToHex(stream.recipient));
      };
      return {
        lockingBytecode,
        take,
        async see(): Promise<PathView> {
          const tip = node.tip.height;
          await untilSo(`block ${tip}`, async () => ((await reader.status()).served?.height ?? 0) >= tip);
          const seen = await until('the row', row);
          expect(seen.terms).toMatchObject({ product: productOf(contract), totalAmount: stream.schedule.total });
          const { status, releasedAmount, state } = seen.head;
          return { status, paid: releasedAmount, ended: state === null };
        },
      };
    },
  };
  return subject;
};

describe.each(PATH_CONTRACTS.map((each) => [productOf(each), each] as const))('%s', (_, contract) => {
  const [fixture, replica] = useIndexer();
  // It would take some of the paths itself.
  beforeAll(() => replica.watcher.stop());

  it.each(casesOf(contract).map((each) => [each.name, each] as const))('%s', async (__, pathCase) => {
    for (const { after, expected, seen } of await runPathCase(pathCase, createSubject(fixture, replica)))
      expect([after, seen]).toEqual([after, expected]);
  });
});
