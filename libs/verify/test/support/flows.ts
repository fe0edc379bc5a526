import { calendarFlows, calendarPlanFlows, vaultCalendarFlows } from './calendar-flows.js';
import { campaignFlows, publicFlows, vaultCampaignFlows } from './campaign-flows.js';
import { currencyFlows } from './currency-flows.js';
import type { Flow } from './flow.js';
import { lockFlows, movableLockFlows, vaultLockFlows } from './lock-flows.js';
import { moveFlows } from './move-flows.js';
import { planFlows, vaultPlanFlows } from './plan-flows.js';
import { purseFlows } from './purse-flows.js';
import { rosterFlows } from './roster-flows.js';
import { vaultFlows } from './vault-flows.js';

const PRODUCTS = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'] as const;

/** Every kind of transaction that Weir builds for a wallet to sign. */
export const flows = (): readonly Flow[] => [
  ...PRODUCTS.flatMap((product) => planFlows(product)),
  ...PRODUCTS.flatMap(moveFlows),
  ...PRODUCTS.flatMap(vaultPlanFlows),
  ...vaultFlows(),
  ...rosterFlows(),
  ...currencyFlows(),
  ...[false, true].flatMap((tokens) => [
    ...calendarFlows(tokens),
    ...calendarPlanFlows(tokens),
    ...vaultCalendarFlows(tokens),
    ...lockFlows(tokens),
    ...movableLockFlows(tokens),
    ...vaultLockFlows(tokens),
    ...purseFlows(tokens),
    ...campaignFlows(tokens),
    ...campaignFlows(tokens, true),
    ...publicFlows(tokens),
    ...vaultCampaignFlows(tokens),
  ]),
];
