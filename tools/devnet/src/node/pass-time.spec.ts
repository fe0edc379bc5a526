import { createNode } from './node.js';
import { passTime } from './node.js';

const DAY = 86_400;

describe('passTime', () => {
  it('has all due that is due by then, also where blocks are ahead of the clock', () => {
    const node = createNode({ now: 1_900_000_000 });
    node.mine(200);
    const { medianTimePast, height } = node.tip;
    const mined = passTime(node, DAY);
    expect(node.tip.medianTimePast - 1).toBeGreaterThanOrEqual(medianTimePast + DAY);
    expect(node.tip.medianTimePast).toBeLessThan(medianTimePast + DAY + 300);
    expect(mined).toHaveLength(node.tip.height - height);
  });
});
