import { createFinalityRepository } from '@weir/infra';
import { checkFinality } from '../src/index.js';
import { startTestbed, useBed } from './support/testbed.js';

const bed = useBed(startTestbed);

const errors: object[] = [];
const look = () =>
  checkFinality({
    chain: bed.context.chain,
    finality: createFinalityRepository(bed.db),
    log: { info: () => undefined, warn: () => undefined, error: (details) => void errors.push(details) },
    now: () => 1_800_000_000,
  });

/** Lets the reader see the chain as the node has it. */
const untilSeen = async (): Promise<void> => {
  const { hash } = bed.node.tip;
  while ((await bed.context.chain.tip()).hash !== hash) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('checkFinality', () => {
  it('reports a reorganisation of 11 blocks until it is settled, and none of 10', async () => {
    const { node } = bed;
    expect(await look()).toBeUndefined();

    node.reorganise(10);
    await untilSeen();
    expect(await look()).toBeUndefined();
    expect(errors).toEqual([]);

    const height = node.tip.height - 10;
    const expected = node.blockAt(height)?.hash;
    node.reorganise(11);
    await untilSeen();
    const received = node.blockAt(height)?.hash;
    expect(await look()).toEqual({ height, at: 1_800_000_000 });
    expect(errors).toEqual([{ height, expected, received }]);

    // It stays reported, once, while the chain goes on.
    node.mine();
    await untilSeen();
    expect(await look()).toEqual({ height, at: 1_800_000_000 });
    expect(errors).toHaveLength(1);

    await createFinalityRepository(bed.db).settle();
    expect(await look()).toBeUndefined();
  });

  it('notices one that happened while no service ran, and concludes nothing from a lower tip', async () => {
    const finality = createFinalityRepository(bed.db);
    const before = await finality.read();
    const { height = 0, hash = '' } = before.block ?? {};
    await finality.advance({ height, hash: 'ab'.repeat(32) });
    expect(await look()).toMatchObject({ height });
    await finality.settle();

    await finality.advance({ height: height + 1_000, hash });
    expect(await look()).toBeUndefined();
    expect((await finality.read()).block).toEqual({ height: height + 1_000, hash });
  });
});
