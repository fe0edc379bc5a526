import { createWeir } from '@weir/client';
import { createNode } from '@weir/devnet';
import { listedAirdrop, openAirdrop, vestedAirdrop } from './demo/airdrops.js';
import { datesOfTheCalendar, demoStart } from './demo/calendar.js';
import { backdatedCancel, cancelledStream, completedStream } from './demo/chapters.js';
import { createMarket, rentInDollars, salaryInDollars } from './demo/currency.js';
import { createNarrator } from './demo/fixture.js';
import { lockedGrant } from './demo/lock.js';
import { movedLock, movedStream } from './demo/move.js';
import { recurringPayment } from './demo/payment.js';
import { teamPlan } from './demo/plan.js';
import { exchangedKeys } from './demo/roster.js';
import { everything, seenOnChain } from './demo/seen-on-chain.js';
import { tokenStream } from './demo/streams.js';
import { treasuryVault } from './demo/vault.js';
import { startStack } from './stack.js';

/**
 * `npm run demo`: plays the main use cases on an embedded stack and ends by itself, with 0 when everything went as it
 * must.
 */
const say = createNarrator();
say.chapter('Starting Postgres, a local chain, the indexer and the API');
// The chain's clock starts in the past, so that days can pass on it.
const node = createNode({ now: demoStart(Math.floor(Date.now() / 1000)) });
const market = createMarket();
const stack = await startStack({ node, priceAt: market.priceAt });
say.fact('API', stack.apiUrl);
say.fact('indexer', stack.indexerUrl);
say.fact('Electrum', stack.electrumUrl);
say.fact('chain height', node.tip.height);
try {
  const fixture = {
    weir: createWeir({ baseUrl: stack.apiUrl }),
    control: stack.control,
    devKitUrl: stack.devKitUrl,
    say,
  };
  // First: it begins in January.
  await datesOfTheCalendar(fixture);
  await completedStream(fixture);
  await cancelledStream(fixture);
  await lockedGrant(fixture);
  await backdatedCancel(fixture);
  await tokenStream(fixture);
  await recurringPayment(fixture);
  await movedStream(fixture);
  await movedLock(fixture);
  await teamPlan(fixture);
  await treasuryVault(fixture);
  await exchangedKeys(fixture);
  await listedAirdrop(fixture);
  await openAirdrop(fixture);
  await vestedAirdrop(fixture);
  await salaryInDollars(fixture, market);
  await rentInDollars(fixture);
  await everything(fixture);
  await seenOnChain(fixture, stack.electrumUrl);
  say.chapter('Done: every satoshi and every token went where the contracts say');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await stack.stop();
}
