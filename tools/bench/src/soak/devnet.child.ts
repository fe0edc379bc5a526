/** The soak's chain, far enough behind the clock that its time can pass quickly. */
import { createNode, startDevnet } from '@weir/devnet';

const DAY = 86_400;
const HEAD_START = 400 * DAY;
const MEDIAN_SPAN = 11;

const node = createNode({ now: Math.floor(Date.now() / 1000) - HEAD_START });
node.mine(MEDIAN_SPAN);
const devnet = await startDevnet({ node });
console.log(devnet.url);
process.once('SIGTERM', () => void devnet.stop());
